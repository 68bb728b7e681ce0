import { describe, expect, it } from "vitest";
import { parsePointer, resolvePointer } from "./pointer.ts";

/** The examples of RFC 6901, section 5. */
const EXAMPLE = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

describe("a JSON pointer", () => {
  it.each([
    ["", EXAMPLE],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ])("%j leads to what RFC 6901 says", (text, value) => {
    expect(resolvePointer(EXAMPLE, parsePointer(text) ?? ["none"])).toEqual(value);
  });

  it.each(["/foo/2", "/foo/00", "/foo/-1", "/bar", "/foo/0/x", "/toString", "/__proto__"])(
    "%j leads nowhere",
    (text) => {
      expect(resolvePointer(EXAMPLE, parsePointer(text) ?? [])).toBeUndefined();
    },
  );

  it.each(["foo", "#/foo", "/a~2", "/a~"])("is not %j", (text) => {
    expect(parsePointer(text)).toBeNull();
  });
});
