import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseReferences } from "./parseReferences.ts";
import { encodeReference } from "./referenceSegment.ts";

const SEPARATORS = [" ", "\n", "\r\n", "\t", ",", ", ", ";", " ; ", "|", "\n\n", " \u2028", ",\n"];
/** Ways to write a reference that do not change it. */
const WRITTEN: ((reference: string) => string)[] = [
  (reference) => reference,
  (reference) => `"${reference}"`,
  (reference) => `‘${reference}’`,
  (reference) => `<${reference}>`,
  (reference) => `\u200b${reference}\u00a0`,
  (reference) => (/^\d+$/.test(reference) ? `#${reference}` : reference),
  (reference) => `https://desk.example:3000/orders/${encodeReference(reference)}`,
  (reference) => `/orders/${encodeReference(reference)}?tab=codes#lines`,
];

const anyReference = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_./№~%é-]{1,30}$/), fc.nat(99_999))
  .map(([text, number]) => `${text}${number}`);
/** Often one that occurred before. */
const reference = fc.oneof(fc.constantFrom("CD-4711", "4711", "PO-2026/17"), anyReference);

describe("references in a pasted text", () => {
  it("are all found, once and in order, whatever separates them and is around them", () => {
    const written = fc.record({
      reference,
      how: fc.constantFrom(...WRITTEN),
      separator: fc.constantFrom(...SEPARATORS),
    });
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 40 }), (all) => {
        const text = all.map((each) => each.how(each.reference) + each.separator).join("");
        const wanted = [...new Set(all.map((each) => each.reference))];
        expect(parseReferences(text)).toEqual({ references: wanted, repeated: all.length - wanted.length });
      }),
    );
  });

  it("are read the same when they are read again, and never lose a letter or a digit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const { references } = parseReferences(text);
        expect(parseReferences(references.join("\n")).references).toEqual(references);
        if (/\/orders\//i.test(text)) return;
        const kept = references.join("");
        for (const sign of new Set(text.match(/[\p{L}\p{N}]/gu))) expect(kept).toContain(sign);
      }),
    );
  });

  it.each([
    ["#123", ["123"]],
    ["4711 4712\n4713", ["4711", "4712", "4713"]],
    ["PO 17; PO 18", ["PO 17", "PO 18"]],
    ["backend/7f №7", ["backend/7f №7"]],
    ["Order CD-4711, please", ["Order CD-4711", "please"]],
    ["cd-abc123 CD-ABC123", ["cd-abc123", "CD-ABC123"]],
    ["https://desk.example/orders/a%2Fb%201/", ["a/b 1"]],
    ["/orders/~new", ["new"]],
    ["https://desk.example/orders/%E0%A4%A", ["https://desk.example/orders/%E0%A4%A"]],
    ["https://desk.example/catalog", ["https://desk.example/catalog"]],
    ["http://localhost:3000/orders/4711", ["4711"]],
    ["PO/orders/7", ["PO/orders/7"]],
    ["/orders/7/codes", ["/orders/7/codes"]],
    ["#A7", ["#A7"]],
    ["PO#17", ["PO#17"]],
    ["#17/3", ["#17/3"]],
    ['4711 "" 4712', ["4711", "4712"]],
    ["4711  4712", ["4711", "4712"]],
    ["7ab ab8", ["7ab", "ab8"]],
    [' , ; "" ', []],
  ])("%j are %j", (text, references) => {
    expect(parseReferences(text).references).toEqual(references);
  });

  it("are read in linear time, whatever is pasted", () => {
    for (const text of [
      '"'.repeat(60_000) + "x" + '"'.repeat(60_000) + "y",
      "x".repeat(60_000),
      " \u00a0".repeat(30_000) + "x",
    ]) {
      const start = performance.now();
      parseReferences(text);
      // Seconds before; the bound is generous for a busy machine.
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });
});
