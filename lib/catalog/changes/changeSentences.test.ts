import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { changeSentences } from "./changeSentences.ts";

const after = product(1, { name: "Orbit", currencyCode: "EUR", countryCode: "DE", price: 1_050 });
type Change = Parameters<typeof changeSentences>[0];

/** The sentences, with values in brackets. */
const written = (change: Change) =>
  changeSentences(change).map((parts) =>
    parts.map(({ text, isValue }) => (isValue ? `[${text}]` : text)).join(""),
  );

describe("a change in sentences", () => {
  it("says of amounts that they rose or fell, from what to what", () => {
    expect(written({ kinds: ["price"], before: { price: 1_000 }, after })).toEqual([
      "Price of [Orbit] rose from [€10.00] to [€10.50]",
    ]);
    expect(written({ kinds: ["price"], before: { price: 2_000 }, after })).toEqual([
      "Price of [Orbit] fell from [€20.00] to [€10.50]",
    ]);
    const open = { ...after, denomination: "open" as const, price: null, denominationMinValue: 500 };
    expect(written({ kinds: ["bounds"], before: { denominationMinValue: 100 }, after: open })).toEqual([
      "Minimum of [Orbit] rose from [€1.00] to [€5.00]",
    ]);
  });

  it("compares no amounts of two currencies, nor with one that is not known", () => {
    expect(
      written({ kinds: ["price", "currency"], before: { currencyCode: "JPY", price: 1_500 }, after }),
    ).toEqual([
      "Currency of [Orbit] changed from [JPY] to [EUR]",
      "Price of [Orbit] changed from [JP¥1,500] to [€10.50]",
    ]);
    expect(written({ kinds: ["price"], before: { price: null }, after })).toEqual([
      "Price of [Orbit] changed from [unknown] to [€10.50]",
    ]);
  });

  it("says what left, came, is back and has another name", () => {
    expect(written({ kinds: ["gone"], before: { price: 1 }, after })).toEqual(["[Orbit] left the catalog"]);
    expect(written({ kinds: ["new"], before: {}, after })).toEqual(["[Orbit] came to the catalog"]);
    expect(written({ kinds: ["back", "name"], before: { name: "Old" }, after })).toEqual([
      "[Orbit] is back in the catalog",
      "[Old] is now called [Orbit]",
    ]);
  });
});
