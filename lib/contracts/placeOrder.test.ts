import { describe, expect, it } from "vitest";
import { preflightRequestSchema } from "./placeOrder.ts";

const accepts = (currency: string) =>
  preflightRequestSchema.safeParse({ currency, lines: [{ productId: 1, quantity: 1 }] }).success;

describe("the currency of an order", () => {
  it.each(["EUR", "eur", "USDT", "US Dollar"])("is accepted as the products write it: %s", (currency) => {
    expect(accepts(currency)).toBe(true);
  });

  it.each(["EUR ", " EUR", "EUR\t", "EUR\u00a0", "EUR\u200b", "EUR\0", ""])(
    "is refused with white space around it or invisible signs, which would be another one to a spending limit: %j",
    (currency) => {
      expect(accepts(currency)).toBe(false);
    },
  );
});
