import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { product as catalogProduct } from "#lib/contracts/catalog/product.testing.ts";
import { addedAmount, RowOrder } from "./RowOrder.tsx";
import { AddToOrder } from "#components/catalog/product/AddToOrder.tsx";
import { addedTitle, suggestedAmounts } from "#components/catalog/product/addedWords.ts";

const OPEN = catalogProduct(12, {
  name: "Orbit Card AU",
  currencyCode: "AUD",
  countryCode: "AU",
  denomination: "open",
  price: null,
  denominationMinValue: 2_000,
  denominationMaxValue: 30_000,
  denominationStep: 500,
  denominationDefaultValue: 5_500,
});
const FIXED: Product = { ...OPEN, denomination: "fixed", price: 1_000, denominationDefaultValue: null };
const UNKNOWN: Product = { ...OPEN, denominationMinValue: null, denominationDefaultValue: null };

const buttonOf = (product: Product) =>
  renderToStaticMarkup(
    <RowOrder product={product} isPointed={false} onAdd={() => Promise.resolve(true)} />,
  ).slice(0, 160);

describe("the amount of a product that is added without choosing one", () => {
  it("is none without a currency: such a product is opened, and told that it can't be ordered", () => {
    for (const product of [OPEN, FIXED]) {
      expect(addedAmount({ ...product, currencyCode: null })).toBeNull();
      expect(buttonOf({ ...product, currencyCode: null })).not.toContain("55");
      const sheet = renderToStaticMarkup(
        <AddToOrder product={{ ...product, currencyCode: null }} onAdd={() => Promise.resolve("")} />,
      );
      expect(sheet).toContain("has no currency");
      expect(sheet).not.toMatch(/<form|<input|<button/);
    }
    expect(suggestedAmounts([{ ...OPEN, currencyCode: null }])).toBeNull();
  });

  it("is on the button before it is pressed", () => {
    expect(buttonOf(OPEN)).toContain('aria-label="Add to order: Orbit Card AU, A$55.00"');
    expect(buttonOf(OPEN)).toContain('title="Add 1 × A$55.00 to order"');
    expect(buttonOf(FIXED)).toContain('title="Add 1 × A$10.00 to order"');
    expect(buttonOf(UNKNOWN)).toContain('aria-label="Add to order: Orbit Card AU"');
    expect(buttonOf(UNKNOWN)).toContain('title="Choose an amount to add"');
  });

  it("is in the message afterwards", () => {
    expect(addedTitle(OPEN, { amount: 5_500, quantity: 2 })).toBe("Added 2 × A$55.00");
    expect(addedTitle(FIXED, { amount: null, quantity: 2 })).toBe("Added to your order");
  });

  it("is named for several products too, each once, where it was suggested", () => {
    const others = [10, 20, 30].map((each) => ({ ...OPEN, denominationDefaultValue: each * 1_000 }));
    expect(suggestedAmounts([FIXED, OPEN, OPEN])).toBe("Suggested amounts: A$55.00.");
    expect(suggestedAmounts([OPEN, ...others])).toBe(
      "Suggested amounts: A$55.00, A$100.00, A$200.00 and 1 more.",
    );
    expect(suggestedAmounts([FIXED])).toBeNull();
  });
});
