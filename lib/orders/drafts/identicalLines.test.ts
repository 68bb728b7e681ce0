import { describe, expect, it } from "vitest";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { importedLineId, importedRows, textOfRow } from "#lib/orders/references/importedLineId.ts";
import { checkDraftLine } from "./draftLine.ts";
import { mergeIdentical, purchaseOf } from "./identicalLines.ts";

const MOST = MAX_QUANTITY;
const PRODUCTS = new Map(
  [
    product(1),
    product(2),
    product(3, { denomination: "open", price: null, countryCode: null }),
    product(4, { price: null }),
  ].map((each) => [each.id, each]),
);

/** A line with a product of the catalog: 1 and 2 are alike, 3 has an open amount and no country, 4 has no price. */
const line = (id: string, more: Partial<TypedLine> = {}): TypedLine => ({
  id,
  productId: 1,
  amount: "",
  quantity: "1",
  countryCode: "",
  ...more,
});
const verdictOf = (each: TypedLine) => checkDraftLine(each, PRODUCTS.get(each.productId));
const merge = (...lines: TypedLine[]) => mergeIdentical(lines, lines.map(verdictOf));

describe("lines that buy the same", () => {
  it("become the first of them with all that they buy; the others stay where they are", () => {
    const [first, other] = [line("a", { quantity: "2", amount: "9.00" }), line("b", { productId: 2 })];
    const merged = merge(first, other, line("c", { quantity: "3" }), line("d", { quantity: "4" }));
    expect(merged).toEqual([{ ...first, quantity: "9" }, other]);
    expect(merged[1]).toBe(other);
  });

  it("keep by which rows of tables they are recognised", () => {
    const row = (whole: number) => ({ whole, bought: whole, reference: 0 });
    const [one, two, three] = [7, 8, 9].map((whole) => importedLineId(row(whole)));
    const merged = merge(
      line(one ?? ""),
      line("b"),
      line(two ?? "", { rows: [textOfRow(row(4))] }),
      line(three ?? ""),
    );
    expect(importedRows(merged)).toEqual(expect.arrayContaining([7, 8, 4, 9].map(row)));
    expect(merge(line("a"), line(one ?? ""))[0]).toMatchObject({ id: "a", rows: [textOfRow(row(7))] });
    expect(merge(line("a"), line("b"))[0]).not.toHaveProperty("rows");
  });

  it("are of one product, one amount and one country, however these were typed", () => {
    const open = { productId: 3, amount: "5", countryCode: "DE" };
    expect(merge(line("a", open), line("b", { ...open, amount: "5.00" }))).toHaveLength(1);
    for (const differs of [{ amount: "6" }, { countryCode: "AT" }, { countryCode: "" }, { productId: 1 }]) {
      const lines = [line("a", open), line("b", { ...open, ...differs })];
      expect(merge(...lines)).toEqual(lines);
    }
  });

  it("are known only where product and price are: a line that buys nothing yet is never merged", () => {
    for (const unclear of [{ productId: 5 }, { productId: 4 }, { productId: 3 }]) {
      expect(purchaseOf(verdictOf(line("a", unclear)))).toBeNull();
      expect(purchaseOf({ ...verdictOf(line("a")), product: null })).toBeNull();
      expect(merge(line("a", unclear), line("b", unclear))).toHaveLength(2);
    }
  });

  it("keep a quantity that cannot be read, before or after one that can", () => {
    const [one, unclear, two] = [line("a"), line("b", { quantity: "x" }), line("c", { quantity: "2" })];
    expect(merge(one, unclear, two)).toEqual([{ ...one, quantity: "3" }, unclear]);
    expect(merge(unclear, one, two)).toEqual([unclear, { ...one, quantity: "3" }]);
  });

  it("are added up to what a line may have, and what goes beyond stays a line of its own", () => {
    const [most, two, one] = [
      line("a", { quantity: String(MOST - 1) }),
      line("b", { quantity: "2" }),
      line("c"),
    ];
    expect(merge(most, two, one)).toEqual([{ ...most, quantity: String(MOST) }, two]);
  });
});
