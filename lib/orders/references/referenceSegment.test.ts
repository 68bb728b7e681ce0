import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeReference, encodeReference } from "./referenceSegment.ts";

describe("a reference in an address", () => {
  it("stands there as it is, unless it is a word that cannot", () => {
    for (const reference of ["CD-234567", "newer", "renew", ".draft", "~mine", "12"]) {
      expect(encodeReference(reference)).toBe(reference);
      expect(decodeReference(reference)).toBe(reference);
    }
    expect(["new", "draft", "preflight", ".", "..", "~new"].map(encodeReference)).toEqual([
      "~new",
      "~draft",
      "~preflight",
      "~.",
      "~..",
      "~~new",
    ]);
    expect(decodeReference("new")).toBe("new");
  });

  it("comes back as it was, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme", minLength: 1 }),
          fc.constantFrom(".", "..", "new", "~new", "draft", "~~..", "~mine", "~newer"),
        ),
        (reference) => {
          const address = new URL(`/orders/${encodeReference(reference)}`, "http://desk.test");
          const segment = address.pathname.split("/").at(-1) ?? "";
          expect(address.pathname.split("/")).toHaveLength(3);
          expect(decodeReference(decodeURIComponent(segment))).toBe(reference);
          expect(["new", "draft", "preflight"]).not.toContain(segment);
        },
      ),
    );
  });
});
