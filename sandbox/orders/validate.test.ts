import { describe, expect, it } from "vitest";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import { validateOrder } from "./validate.ts";

const product = (change: Partial<CatalogProduct>): CatalogProduct => ({
  id: 7,
  name: "Card",
  currencyCode: "EUR",
  countryCode: "DE",
  denominationType: "fixed",
  price: 1_000,
  brand: "",
  category: "",
  language: "",
  tags: [],
  ...change,
});
const check = (change: Partial<CatalogProduct>, line: object, price: number) =>
  validateOrder(
    {
      externalOrderCode: "a",
      currency: "EUR",
      price,
      orderProducts: [{ productId: 7, quantity: 1, ...line }],
    },
    () => product(change),
  );

describe("an order", () => {
  it("may be of the account's limit, and not of one code more", () => {
    expect(check({}, { price: 1_000, quantity: 100_000 }, 100_000_000)).toHaveProperty("order");
    expect(check({}, { price: 1_000, quantity: 100_001 }, 100_001_000)).toMatchObject({
      refusal: { statusCode: 422 },
    });
  });

  it("has the country of a line only where it was sent, null counting as not sent", () => {
    const lines = (line: object) => {
      const checked = check({}, { price: 1_000, ...line }, 1_000);
      return "order" in checked ? checked.order.orderProducts : checked;
    };
    const bare = { productId: 7, price: 1_000, quantity: 1 };
    expect(lines({})).toStrictEqual([bare]);
    expect(lines({ CountryCode: null })).toStrictEqual([bare]);
    expect(lines({ CountryCode: "DE" })).toStrictEqual([{ ...bare, CountryCode: "DE" }]);
  });

  it("is checked by the price of a fixed product, and by nothing that belongs to open ones", () => {
    const bounds = { denominationMinValue: 5_000, denominationMaxValue: 6_000, denominationStep: 300 };
    expect(check(bounds, { price: 1_000 }, 1_000)).toHaveProperty("order");
    expect(check({ price: undefined }, { price: 7 }, 7)).toHaveProperty("order");
    expect(check({ price: undefined, ...bounds }, {}, 0)).toHaveProperty("order");
  });

  it("is checked by the bounds of an open product, and not by a price that it has besides", () => {
    const open = { denominationType: "open" as const, denominationMinValue: 100, denominationMaxValue: 500 };
    expect(check(open, { price: 300 }, 300)).toHaveProperty("order");
    expect(check({ ...open, denominationStep: 7 }, { price: 101 }, 101)).toHaveProperty("refusal");
  });
});
