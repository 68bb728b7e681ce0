import { describe, expect, it } from "vitest";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { shareOfProduct } from "./shareOfProduct.ts";

const line = (productId: number, price: number | null, quantity: number | null): OrderLine => ({
  productId,
  productName: null,
  price,
  quantity,
  countryCode: null,
});

describe("the share of a product in an order", () => {
  it("adds up what an order holds of a product over all of its lines", () => {
    const lines = [line(7, 2_500, 2), line(8, 100, 5), line(7, 2_500, 1)];
    expect(shareOfProduct(lines, 7)).toEqual({ quantity: 3, unitPrice: 2_500, total: 7_500 });
    expect(shareOfProduct(lines, 8)).toEqual({ quantity: 5, unitPrice: 100, total: 500 });
    expect(shareOfProduct(lines, 9)).toEqual({ quantity: 0, unitPrice: null, total: 0 });
  });

  it("gives no single price if lines differ, and nothing that is unknown or would not be exact", () => {
    expect(shareOfProduct([line(7, 2_500, 2), line(7, 1_000, 1)], 7)).toEqual({
      quantity: 3,
      unitPrice: null,
      total: 6_000,
    });
    expect(shareOfProduct([line(7, null, 2)], 7)).toEqual({ quantity: 2, unitPrice: null, total: null });
    expect(shareOfProduct([line(7, 2_500, 2), line(7, 2_500, null)], 7)).toEqual({
      quantity: null,
      unitPrice: 2_500,
      total: null,
    });
    expect(shareOfProduct([line(7, Number.MAX_SAFE_INTEGER, 2)], 7)).toMatchObject({
      quantity: 2,
      total: null,
    });
  });
});
