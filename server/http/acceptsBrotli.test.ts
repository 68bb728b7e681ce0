import { describe, expect, it } from "vitest";
import { acceptsBrotli } from "./acceptsBrotli.ts";

describe("whether a client reads Brotli", () => {
  it.each([
    ["gzip, deflate, br, zstd", true],
    ["BR;q=0.5", true],
    ["gzip, deflate", false],
    ["br;q=0, gzip", false],
    ["br; q=0.0, gzip ; q = 0", false],
    ["identity", false],
    ["x-gzip, brotli", false],
    ["", false],
    [null, false],
    [undefined, false],
  ])("by %j is %j", (header, expected) => {
    expect(acceptsBrotli(header)).toBe(expected);
  });
});
