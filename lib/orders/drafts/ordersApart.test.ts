import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { DraftChecker } from "./draftChecker.ts";
import { hasSeveralAmounts, ordersApart } from "./ordersApart.ts";

const OPEN = { denomination: "open", price: null, currencyCode: "EUR", denominationMinValue: 1 } as const;
const PRODUCTS = new Map([
  [1, product(1, OPEN)],
  [2, product(2, OPEN)],
  [3, product(3, { denomination: "fixed", price: 700, currencyCode: "EUR" })],
]);

function checked(typed: readonly (readonly [productId: number, amount: string, quantity: number])[]) {
  const lines = typed.map(([productId, amount, quantity], at): TypedLine => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    productId,
    amount,
    quantity: String(quantity),
    countryCode: "",
  }));
  const verdict = new DraftChecker().check(lines, PRODUCTS);
  const [order] = verdict.orders;
  if (order === undefined) throw new Error("no order");
  return { verdict, order };
}

describe("one product with several amounts in an order", () => {
  it("is apart: each part has one amount of a product, and the other products stay in the first", () => {
    const { verdict, order } = checked([
      [1, "20", 1],
      [3, "", 2],
      [1, "33.32", 4],
      [1, "20", 5],
      [2, "10", 1],
    ]);
    expect(hasSeveralAmounts(order, verdict)).toBe(true);
    expect(ordersApart(order, verdict)).toEqual([
      { currency: "EUR", indexes: [0, 1, 3, 4], total: 14_400, quantity: 9, unready: 0 },
      { currency: "EUR", indexes: [2], total: 13_328, quantity: 4, unready: 0 },
    ]);
  });

  it("is no reason to divide an order of one amount, and is left as it is with more than five", () => {
    const one = checked([
      [1, "20", 1],
      [1, "20.00", 2],
      [3, "", 1],
    ]);
    expect(hasSeveralAmounts(one.order, one.verdict)).toBe(false);
    expect(ordersApart(one.order, one.verdict)).toEqual([one.order]);
    const many = checked(Array.from({ length: 6 }, (_, at) => [1, String(at + 1), 1] as const));
    expect(hasSeveralAmounts(many.order, many.verdict)).toBe(true);
    expect(ordersApart(many.order, many.verdict)).toEqual([many.order]);
  });

  it("loses no line, buys none twice, and never leaves two amounts together in the parts, whatever the lines are", () => {
    const line = fc.tuple(
      fc.constantFrom(1, 2, 3),
      fc.constantFrom("5", "10", "20", "33.32"),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (typed) => {
        const { verdict, order } = checked(
          typed.map(([id, amount, count]) => [id, id === 3 ? "" : amount, count]),
        );
        const parts = ordersApart(order, verdict);
        expect(parts.flatMap(({ indexes }) => indexes).toSorted((a, b) => a - b)).toEqual(order.indexes);
        expect(parts.every(({ indexes }) => indexes.length > 0)).toBe(true);
        expect(parts.reduce((sum, { total }) => sum + (total ?? Number.NaN), 0)).toBe(order.total);
        expect(parts.some((part) => hasSeveralAmounts(part, verdict))).toBe(false);
      }),
    );
  });
});
