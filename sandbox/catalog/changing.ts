import type { CatalogProduct } from "./types.ts";

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** By how much a product whose price moves costs more, in percent, week after week. */
const PRICE_RISES = [0, 0, 4, 4, 4, 7, 7, 3];
/** In one of so many weeks, a product that comes and goes is not offered. */
const WEEKS_OF_OFFER = 9;

/**
 * An ordinary product as a catalog that changes has it at a moment; undefined while it is not offered. Depends on the clock alone, so
 * that a restart changes nothing. About one product in forty has a price that moves, as many have bounds that do, and one in two hundred
 * comes and goes.
 */
export function productAt(product: CatalogProduct, now: number): CatalogProduct | undefined {
  // Scenarios stay as they are described.
  if (product.brand === "Scenario") return product;
  const week = Math.floor(now / WEEK_MS) + product.id;
  if (product.id % 211 === 5) return week % WEEKS_OF_OFFER === 0 ? undefined : product;
  const { price, denominationMaxValue } = product;
  if (price !== undefined && product.id % 43 === 38) {
    const rise = PRICE_RISES[week % PRICE_RISES.length] ?? 0;
    return { ...product, price: Math.round((price * (100 + rise)) / 100) };
  }
  if (denominationMaxValue !== undefined && product.id % 41 === 7 && week % 4 < 2) {
    return { ...product, denominationMaxValue: 2 * denominationMaxValue };
  }
  return product;
}
