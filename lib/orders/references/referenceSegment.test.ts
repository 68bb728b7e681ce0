import { readdirSync } from "node:fs";
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

  it("is none of the routes beside it, neither of the pages nor of the interface", () => {
    const beside = ["app/(desk)/orders", "app/api/orders"].flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true }).flatMap(({ name }) =>
        /^[a-z-]+$/.test(name) ? name : [],
      ),
    );
    expect(beside).toContain("approvals");
    for (const name of beside) expect([name, encodeReference(name)]).toEqual([name, `~${name}`]);
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
