import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount, parseAmount, toMajorText } from "#lib/money/minorUnits.ts";
import { isAccountRefusal } from "./accountRefusal.ts";
import { attachMessage } from "./attachMessage.ts";
import { priceInMessage } from "./priceInMessage.ts";

const id = fc.integer({ min: 1, max: 999_999_999 });
const price = fc.integer({ min: 0, max: 999_999_999_999_999 });
/** The texts of docs/service-interface.md §7 that name a product. */
const ABOUT_PRODUCT: readonly ((product: number, amount: number) => string)[] = [
  (product) => `Product ${product} is not available for purchase.`,
  (product) => `Product ${product} is priced in USD, not EUR`,
  (product) => `Product ${product} is open-denomination and requires a price`,
  (product) => `Product ${product} is not available for ordering with the supplied country or currency.`,
  (product, amount) => `Price for product ${product} is below the minimum allowed (${amount})`,
  (product, amount) => `Price for product ${product} exceeds the maximum allowed (${amount})`,
  (product, amount) => `Product ${product} price mismatch: expected ${amount}`,
];
const about = fc.constantFrom(...ABOUT_PRODUCT);

describe("a message of the service", () => {
  it("belongs to all lines of its product and to no other, even if one id begins with the other", () => {
    fc.assert(
      fc.property(about, id, price, fc.array(id, { maxLength: 8 }), (text, product, amount, others) => {
        const near = [product * 10, product * 10 + 3, Math.floor(product / 10) || product + 1];
        const lines = [...others, product, ...near, product].map((productId) => ({ productId }));
        const message = text(product, amount);
        const own = lines.flatMap(({ productId }, index) => (productId === product ? index : []));
        const attached = attachMessage(message, lines);
        expect(attached.map(({ index }) => index)).toEqual(own);
        expect(attached.every((each) => each.message === message && each.productId === product)).toBe(true);
      }),
    );
  });

  it("that names no product belongs to no line", () => {
    const lines = [{ productId: 12 }, { productId: 1_050 }];
    for (const message of [
      "The order could not be validated.",
      "Products 12",
      "About Product 12",
      "Product x",
    ]) {
      expect(attachMessage(message, lines)).toEqual([]);
    }
  });

  it("names its price, never the id of its product, and the price is written and read back in every currency", () => {
    const currency = fc.constantFrom("EUR", "JPY", "KWD", "CLF", "XXX");
    fc.assert(
      fc.property(
        fc.constantFrom(...ABOUT_PRODUCT.slice(4)),
        id,
        price,
        currency,
        (text, product, amount, code) => {
          const named = priceInMessage(text(product, amount));
          expect(named).toBe(amount);
          expect(parseAmount(toMajorText(amount, code), code)).toEqual({ ok: true, minor: amount });
          expect(formatAmount(amount, code).replace(/\D/g, "")).toMatch(new RegExp(`^0*${amount}$`));
        },
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...ABOUT_PRODUCT.slice(0, 4)), id, (text, product) => {
        expect(priceInMessage(text(product, 0))).toBeNull();
      }),
    );
  });

  it("is about the whole account by its status, and for a 422 only if it names no product", () => {
    fc.assert(
      fc.property(about, id, price, (text, product, amount) => {
        const message = text(product, amount);
        expect(isAccountRefusal({ statusCode: 422, error: "", message })).toBe(false);
        expect(isAccountRefusal({ statusCode: 400, error: "", message: "limit" })).toBe(false);
        expect(isAccountRefusal({ statusCode: 403, error: "", message })).toBe(true);
      }),
    );
    const message = "Your account order limit has been exceeded. Contact support for assistance.";
    expect(isAccountRefusal({ statusCode: 422, error: "", message })).toBe(true);
  });
});
