import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedName } from "./repeatedName.ts";

describe("a JSON text", () => {
  it.each([
    ['{"quantity":1,"quantity":2}', "quantity"],
    ['{"lines":[{"productId":1},{"quantity":1 , "quantity" : 2}]}', "quantity"],
    ['{"a":{"b":1},"c":[],"a":2}', "a"],
    ['{"quantity":1,"quantit\\u0079":2}', "quantity"],
    ['{"":1,"":2}', ""],
    ['{"a\\\"":1,"a\\\"":2}', 'a"'],
  ])("with a name twice in one object is known by it: %s", (text, name) =>
    expect(repeatedName(text)).toBe(name),
  );

  it.each([
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}},"b":"a"}',
    '{"a":"b","b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":["a","a",{"a":":"}]}',
    '"a"',
    "1",
  ])("with each name once has none: %s", (text) => expect(repeatedName(text)).toBeNull());

  it("made of a value has none, and has one once a member is repeated", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.json(), { minKeys: 1 }), (value) => {
        const text = JSON.stringify(value);
        expect(repeatedName(text)).toBeNull();
        const [name = ""] = Object.keys(value);
        expect(repeatedName(`${text.slice(0, -1)},${JSON.stringify(name)}:1}`)).toBe(name.slice(0, 40));
      }),
    );
  });
});
