import { describe, expect, it } from "vitest";
import { addToTotals } from "./addToTotals.ts";

const product = (currencyCode: string | null) => ({ currencyCode });

describe("the totals of an import", () => {
  it("contain the rows that were corrected, by currency", () => {
    const checked = [{ currency: "EUR", rows: 2, total: 3_000 }];
    const corrected = [
      { product: product("JPY"), total: 500 },
      { product: product("EUR"), total: 1_050 },
      { product: product(null), total: 7 },
    ];
    expect(addToTotals(checked, corrected)).toEqual([
      { currency: "EUR", rows: 3, total: 4_050 },
      { currency: "JPY", rows: 1, total: 500 },
      { currency: "", rows: 1, total: 7 },
    ]);
    expect(checked).toEqual([{ currency: "EUR", rows: 2, total: 3_000 }]);
  });

  it("remain unknown once they are too large to calculate exactly", () => {
    const most = { currency: "EUR", rows: 1, total: Number.MAX_SAFE_INTEGER };
    const one = { product: product("EUR"), total: 1 };
    expect(addToTotals([most], [one, one])).toEqual([{ currency: "EUR", rows: 3, total: null }]);
  });
});
