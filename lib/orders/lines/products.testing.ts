import type { Product } from "#lib/contracts/product.ts";

/** €10.00, neither more nor less. */
export const FIXED: Product = {
  id: 12,
  name: "Card",
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
};

/** €10.00 to €50.00 in steps of €5.00. */
export const OPEN: Product = {
  ...FIXED,
  denomination: "open",
  denominationType: "open",
  price: null,
  denominationMinValue: 1_000,
  denominationMaxValue: 5_000,
  denominationStep: 500,
};
