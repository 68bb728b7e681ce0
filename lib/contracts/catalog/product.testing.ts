import type { Product } from "./product.ts";

/** A fixed product of EUR 10.00 in Germany, without languages, brands, categories and tags unless given. */
export function product(id: number, more: Partial<Product> = {}): Product {
  return {
    id,
    name: `Card ${id}`,
    currencyCode: "EUR",
    countryCode: "DE",
    denominationType: "fixed",
    denomination: "fixed",
    price: 1_000,
    denominationMinValue: null,
    denominationMaxValue: null,
    denominationStep: null,
    denominationDefaultValue: null,
    languages: [],
    brands: [],
    categories: [],
    tags: [],
    ...more,
  };
}
