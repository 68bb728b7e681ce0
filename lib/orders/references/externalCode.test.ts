import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newOrderCode } from "./externalCode.ts";

describe("a generated code", () => {
  it("begins with a letter, is long, and has no letters that are mistaken for others", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (bytes) => {
        // A stream with a single value would never end, so it is mixed with a counter.
        let count = 0;
        const code = newOrderCode((length) =>
          Uint8Array.from({ length }, () => (Number(bytes.next().value) + (count += 37)) % 256),
        );
        expect(code).toMatch(/^CD-[2-9A-HJKMNP-Z]{6}(-[2-9A-HJKMNP-Z]{6}){3}$/);
      }),
    );
  });
});

describe("a generated code's letters", () => {
  /** Returns the requested number of bytes, repeating the given ones. */
  const source = (bytes: number[]) => {
    let next = 0;
    return (count: number) => Uint8Array.from({ length: count }, () => bytes[next++ % bytes.length] ?? 0);
  };
  const lettersOf = (bytes: number[]) => newOrderCode(source(bytes)).replace(/^CD-/, "").replaceAll("-", "");

  it("are each as likely as any other", () => {
    const drawn = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      // If a byte is skipped, the next one is used, whose letter is a 7.
      const [letter = ""] = lettersOf([byte, 5]);
      drawn.set(letter, (drawn.get(letter) ?? 0) + 1);
    }
    expect([...drawn.keys()].join("")).toBe("23456789ABCDEFGHJKMNPQRSTVWXYZ");
    expect(drawn.get("7")).toBe(8 + 16);
    drawn.delete("7");
    expect(new Set(drawn.values())).toEqual(new Set([8]));
  });

  it("come in the order of the bytes, one for each", () => {
    const bytes = Array.from({ length: 24 }, (_, index) => index);
    expect(newOrderCode(source(bytes))).toBe("CD-234567-89ABCD-EFGHJK-MNPQRS");
    expect(newOrderCode(source([255, ...bytes]))).toBe("CD-234567-89ABCD-EFGHJK-MNPQRS");
  });
});
