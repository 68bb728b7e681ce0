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

  it("has the country of a line only if it was sent, null counting as not sent", () => {
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

  it("is checked by the bounds of an open product, and not by a price that it also has", () => {
    const open = { denominationType: "open" as const, denominationMinValue: 100, denominationMaxValue: 500 };
    expect(check(open, { price: 300 }, 300)).toHaveProperty("order");
    expect(check({ ...open, denominationStep: 7 }, { price: 101 }, 101)).toHaveProperty("refusal");
  });
});

const INVALID = "The order could not be validated. Check product ids, prices, and currency.";
const EMPTY = "orderProducts must not be empty";
const BAD_LINE = "Each line requires a productId and a quantity of at least 1";
const LINE = { productId: 7, price: 1_000, quantity: 1 };
const RIGHT = { externalOrderCode: "a", currency: "EUR", price: 1_000, orderProducts: [LINE] };
const message = (body: unknown, change: Partial<CatalogProduct> = {}): string | null => {
  const checked = validateOrder(body, (id) => (id === 7 ? product(change) : undefined));
  return "refusal" in checked ? checked.refusal.message : null;
};
const withLines = (...orderProducts: unknown[]) => ({ ...RIGHT, orderProducts });

describe("a body", () => {
  it("is no order if it is no object, or lacks what an order has", () => {
    expect(message(RIGHT)).toBeNull();
    for (const body of [undefined, null, "order", 7, [RIGHT], []]) expect(message(body)).toBe(INVALID);
    for (const change of [
      { externalOrderCode: "" },
      { externalOrderCode: null },
      { currency: "" },
      { currency: undefined },
      { price: -1 },
      { price: 1_000.5 },
      { price: "1000" },
      { price: 999 },
      { orderProducts: {} },
    ]) {
      expect(message({ ...RIGHT, ...change })).toBe(INVALID);
    }
  });

  it("needs lines, and of each line a product and a quantity, before anything else is looked at", () => {
    for (const body of [{}, withLines(), { ...RIGHT, orderProducts: null }, { orderProducts: [] }]) {
      expect(message(body)).toBe(EMPTY);
    }
    for (const wrong of [{ productId: 0 }, { productId: 1.5 }, { quantity: 0 }, { quantity: 1.5 }]) {
      expect(message(withLines(LINE, { ...LINE, ...wrong }))).toBe(BAD_LINE);
    }
    expect(message(withLines(null, LINE))).toBe(BAD_LINE);
    expect(message(withLines({ quantity: 1 }))).toBe(BAD_LINE);
    expect(message(withLines({ ...LINE, price: "1000" }))).toBe(INVALID);
    expect(message(withLines({ ...LINE, CountryCode: 49 }))).toBe(INVALID);
    expect(message(withLines(LINE, { ...LINE, productId: 8 }))).toBe("Product 8 is not currently available.");
  });

  it("names the country and the currency that do not fit", () => {
    const country = "Product 7 is not available for ordering with the supplied country or currency.";
    expect(message(withLines({ ...LINE, CountryCode: "FR" }))).toBe(country);
    expect(message({ ...RIGHT, currency: "USD" })).toBe("Product 7 is priced in EUR, not USD");
    expect(message({ ...RIGHT, currency: "USD" }, { currencyCode: "USD" })).toBeNull();
  });

  it("has prices within the bounds of open products, in steps from the least or from zero", () => {
    const open = {
      denominationType: "open" as const,
      denominationMinValue: 1_000,
      denominationMaxValue: 5_000,
      denominationStep: 1_500,
    };
    const at = (price: number) => message({ ...withLines({ ...LINE, price }), price }, open);
    expect(at(999)).toBe("Price for product 7 is below the minimum allowed (1000)");
    expect(at(5_001)).toBe("Price for product 7 exceeds the maximum allowed (5000)");
    for (const price of [1_000, 2_500, 4_000, 1_500, 3_000, 4_500]) expect(at(price)).toBeNull();
    for (const price of [1_001, 2_000, 3_500, 5_000]) expect(at(price)).toBe(INVALID);
    const bare = { ...LINE, price: null };
    expect(message(withLines(bare), open)).toBe("Product 7 is open-denomination and requires a price");
    const exact = { ...open, denominationMaxValue: 4_000 };
    expect(message({ ...withLines({ ...LINE, price: 4_000 }), price: 4_000 }, exact)).toBeNull();
  });
});
