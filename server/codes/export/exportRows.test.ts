import { describe, expect, it } from "vitest";
import { groupCodes } from "#lib/codes/groupCodes.ts";
import { exportSource } from "./exportRows.ts";

const LINE = { productId: 7, productName: "Card", price: 3_299, quantity: 1, countryCode: null };
const sourceIn = (currency: string | null, lines = [LINE]) =>
  exportSource(
    groupCodes([{ productId: 7, index: 0, fields: { pin: "A" } }], { lines, currency }),
    { skip: 0, take: 10 },
    null,
  );

describe("exportSource()", () => {
  it("gives no number for an amount whose currency is not known", () => {
    expect([...sourceIn("EUR").rows()]).toEqual([["1", "7", "Card", "32.99", "EUR", "A"]]);
    expect([...sourceIn(null).rows()]).toEqual([["1", "7", "Card", "3299 minor units", "", "A"]]);
    expect([...sourceIn(null).records()]).toMatchObject([{ amount: "3299 minor units", currency: null }]);
  });

  it("says the currency also where a code may have one of several amounts", () => {
    const source = sourceIn("EUR", [LINE, { ...LINE, price: 2_000 }]);
    expect([...source.rows()]).toEqual([["1", "7", "Card", "", "EUR", "A"]]);
    expect([...source.records()]).toMatchObject([{ amount: null, currency: "EUR" }]);
  });
});
