import { product } from "#lib/contracts/product.testing.ts";
import type { Product } from "#lib/contracts/product.ts";

/** €10.00, neither more nor less. */
export const FIXED: Product = product(12, { name: "Card" });

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
