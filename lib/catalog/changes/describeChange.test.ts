import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { describeChange } from "./describeChange.ts";

const after = product(1, { name: "Orbit", currencyCode: "EUR", countryCode: "DE", price: 1_050 });

describe("a change in words", () => {
  it("says the earlier and the new price, and by how much it rose or fell", () => {
    expect(describeChange({ kinds: ["price"], before: { price: 1_000 }, after })).toEqual({
      offer: null,
      fields: [{ name: "Price", before: "€10.00", after: "€10.50", trend: "(+5%)" }],
    });
    const fell = describeChange({ kinds: ["price"], before: { price: 2_000 }, after });
    expect(fell.fields[0]?.trend).toBe("(−47.5%)");
  });

  it("writes a price in the currency that it was in, and compares none of two currencies", () => {
    const { fields } = describeChange({
      kinds: ["price", "currency"],
      before: { currencyCode: "JPY", price: 1_500 },
      after,
    });
    expect(fields).toEqual([
      { name: "Currency", before: "JPY", after: "EUR", trend: null },
      { name: "Price", before: "JP¥1,500", after: "€10.50", trend: null },
    ]);
  });

  it("says of no price that it is unknown, and names no trend", () => {
    const none = describeChange({ kinds: ["price"], before: { price: null }, after });
    expect(none.fields).toEqual([{ name: "Price", before: "unknown", after: "€10.50", trend: null }]);
    expect(describeChange({ kinds: ["price"], before: { price: 0 }, after }).fields[0]?.trend).toBeNull();
  });

  it("compares nothing of a product that is new or gone, and what has changed of one that is back", () => {
    expect(describeChange({ kinds: ["new"], before: {}, after })).toEqual({
      offer: { kind: "new", word: "New" },
      fields: [],
    });
    // It cost something else when it was read for the last time.
    expect(describeChange({ kinds: ["gone"], before: { price: 1 }, after }).fields).toEqual([]);
    const back = describeChange({ kinds: ["back", "name"], before: { name: "Old" }, after });
    expect(back).toEqual({
      offer: { kind: "back", word: "Back" },
      fields: [{ name: "Name", before: "Old", after: "Orbit", trend: null }],
    });
  });
});
