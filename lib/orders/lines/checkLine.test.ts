import { describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { checkLine } from "./checkLine.ts";
import { FIXED, OPEN } from "./products.testing.ts";

describe("a line", () => {
  const problem = (line: Parameters<typeof checkLine>[0], product: Product | null, currency = "EUR") =>
    checkLine(line, 3, currency, product, "missing").problem;

  it("of a fixed product is bought at the price of now", () => {
    const line = checkLine({ productId: 12, quantity: 3 }, 0, "EUR", FIXED, null);
    expect(line).toMatchObject({ price: 1_000, total: 3_000, countryCode: "DE", problem: null });
  });

  it("whose price has changed since is not bought at another", () => {
    expect(problem({ productId: 12, quantity: 1, price: 999 }, FIXED)?.message).toContain("10.00");
  });

  it.each([
    [{ productId: 12, quantity: 1 }, OPEN, /Enter an amount/],
    [{ productId: 12, quantity: 1 }, { ...OPEN, price: 1_000 }, /Enter an amount/],
    [{ productId: 12, quantity: 1, price: 999 }, OPEN, /at least €10/],
    [{ productId: 12, quantity: 1, price: 5_500 }, OPEN, /at most €50/],
    [{ productId: 12, quantity: 1, price: 1_001 }, OPEN, /steps of €5/],
    [{ productId: 12, quantity: 1 }, { ...FIXED, price: null }, /no price/],
    [{ productId: 12, quantity: Number.MAX_SAFE_INTEGER }, FIXED, /total is too large/],
    [{ productId: 12, quantity: 1 }, null, /^missing$/],
  ])("that breaks a rule of the specification says which one (%j)", (line, product, message) => {
    expect(problem(line, product)).toEqual({
      index: 3,
      productId: 12,
      message: expect.stringMatching(message),
    });
  });

  it("has neither price nor total while its product is not there", () => {
    expect(checkLine({ productId: 12, quantity: 3, price: 1_000 }, 0, "EUR", null, "gone")).toMatchObject({
      product: null,
      price: null,
      total: null,
    });
    expect(checkLine({ productId: 12, quantity: 3 }, 0, "EUR", OPEN, null)).toMatchObject({
      price: null,
      total: null,
    });
  });

  it("is for the product's own country; what was typed counts if the catalog names none", () => {
    const country = (countryCode: string | undefined, product: Product | null) =>
      checkLine({ productId: 12, quantity: 1, countryCode }, 0, "EUR", product, null).countryCode;
    expect(country("AT", FIXED)).toBe("DE");
    expect(country("AT", { ...FIXED, countryCode: null })).toBe("AT");
    expect(country("AT", null)).toBe("AT");
    expect(country(undefined, { ...FIXED, countryCode: null })).toBeNull();
  });

  it.each([
    ["AT", FIXED, "This product is for Germany (DE), not for AT."],
    ["DE", FIXED, null],
    ["de", FIXED, null],
    ["Germany", FIXED, null],
    ["AT", { ...FIXED, countryCode: null }, null],
  ])("that asks for a country (%s) is not bought for another one", (countryCode, product, message) => {
    expect(problem({ productId: 12, quantity: 1, countryCode }, product)?.message ?? null).toBe(message);
  });

  it("of a product without a currency is accepted in the currency of the order", () => {
    expect(problem({ productId: 12, quantity: 1 }, { ...FIXED, currencyCode: null })).toBeNull();
  });

  it("of another currency belongs into another order", () => {
    expect(problem({ productId: 12, quantity: 1 }, FIXED, "USD")?.message).toContain("EUR");
  });

  it("within the rules has no problem", () => {
    expect(problem({ productId: 12, quantity: 1, price: 1_500 }, OPEN)).toBeNull();
    expect(problem({ productId: 12, quantity: 1, price: 1_000 }, FIXED)).toBeNull();
  });
});
