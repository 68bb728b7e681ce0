import { describe, expect, it } from "vitest";
import { acceptedEncoding } from "./acceptedEncoding.ts";

describe("the encoding of an answer", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.0, gzip ; q = 0", null],
    ["identity", null],
    ["x-gzip, brotli", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("for %j is %j", (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});
