import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";

/** A fixed product of €10.00. */
export const FIXED: Product = product(12, { name: "Card" });

/** An open product: €10.00 to €50.00 in steps of €5.00. */
export const OPEN: Product = {
  ...FIXED,
  denomination: "open",
  denominationType: "open",
  price: null,
  denominationMinValue: 1_000,
  denominationMaxValue: 5_000,
  denominationStep: 500,
};
