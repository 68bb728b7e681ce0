import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";
import { boundsOf, type Denominated } from "#lib/catalog/denominations/denomination.ts";

/** A price range as it was typed: neutral texts of amounts (lib/money/typedAmount.ts); a missing or blank one means no bound. */
export type TypedRange = { minPrice?: string | undefined; maxPrice?: string | undefined };
/** Both bounds are inclusive and in minor units of `currency`; null means no bound. */
export type PriceRange = { currency: string; min: number | null; max: number | null };
export type RangeProblems = { minPrice?: string; maxPrice?: string };
export type CheckedRange =
  | { ok: true; range: PriceRange | null }
  | { ok: false; problems: RangeProblems & { message: string } };

/** The one currency in which prices can be compared: the only one chosen, or the only one of the catalog. */
export function rangeCurrency(chosen: readonly string[], known: readonly string[]): string | null {
  const [only, ...others] = chosen.length === 0 ? known : chosen;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Reads a typed range; for each invalid bound, says what to change. A range has no meaning without a currency. */
export function checkRange(typed: TypedRange, currency: string | null): CheckedRange {
  const [from, to] = [typed.minPrice?.trim() ?? "", typed.maxPrice?.trim() ?? ""];
  if (from === "" && to === "") return { ok: true, range: null };
  if (currency === null) {
    const message = "Choose one currency to filter by price.";
    return refused({
      ...(from === "" ? {} : { minPrice: message }),
      ...(to === "" ? {} : { maxPrice: message }),
    });
  }
  const [low, high] = [readEnd(from, currency), readEnd(to, currency)];
  if (typeof low === "string" || typeof high === "string") {
    return refused({
      ...(typeof low === "string" ? { minPrice: low } : {}),
      ...(typeof high === "string" ? { maxPrice: high } : {}),
    });
  }
  if (low !== null && high !== null && low > high) {
    return refused({ maxPrice: `Enter at least ${formatAmount(low, currency)}, the start of the range.` });
  }
  return { ok: true, range: { currency, min: low, max: high } };
}

function refused(problems: RangeProblems): CheckedRange {
  const message = problems.minPrice ?? problems.maxPrice ?? "";
  return { ok: false, problems: { ...problems, message } };
}

/** Minor units, or null for no bound; a text is an error message. */
function readEnd(text: string, currency: string): number | string | null {
  if (text === "") return null;
  const parsed = readNeutralAmount(text, currency);
  return parsed.ok ? parsed.minor : parsed.message;
}

/** The lowest and the highest amount that a product can be bought for, in minor units; null if it has no price. */
export function priceExtent(product: Denominated): { lowest: number; highest: number } | null {
  if (product.denomination === "fixed") {
    return product.price === null ? null : { lowest: product.price, highest: product.price };
  }
  const { min, max } = boundsOf(product);
  return { lowest: min, highest: max ?? Number.POSITIVE_INFINITY };
}

/** Whether some amount between `lowest` and `highest` is in the range. */
export function overlaps(
  { min, max }: Omit<PriceRange, "currency">,
  lowest: number,
  highest: number,
): boolean {
  return lowest <= (max ?? Number.POSITIVE_INFINITY) && highest >= (min ?? Number.NEGATIVE_INFINITY);
}

/** How many steps of prices are offered at most. */
const MAX_EDGES = 4;
export const STEPS_LIMIT = MAX_EDGES + 1;

/**
 * Up to four round amounts that divide prices into steps with about the same number of products; empty if there is nothing to
 * divide.
 * @param prices the lowest amount of each product, in minor units of one currency, in any order.
 */
export function priceEdges(prices: readonly number[]): number[] {
  const sorted = Float64Array.from(prices).toSorted();
  const edges = new Set<number>();
  for (let part = 1; part <= MAX_EDGES; part += 1) {
    const price = sorted[Math.floor((sorted.length * part) / (MAX_EDGES + 1))];
    if (price !== undefined) edges.add(roundUp(price));
  }
  return [...edges].filter((edge) => Number.isSafeInteger(edge + 1));
}

/** The next of 1, 2, 5, 10, 25, 50, 100, 250, … */
function roundUp(price: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const factor of scale === 1 ? [1, 2, 5] : [1, 2.5, 5])
      if (factor * scale >= price) return factor * scale;
  }
}

/** The steps between the edges: each begins one minor unit above the previous one, so that no price is in two of them. */
export function priceSteps(edges: readonly number[]): { min: number | null; max: number | null }[] {
  if (edges.length === 0) return [];
  const mins = [null, ...edges.map((edge) => edge + 1)];
  return mins.map((min, at) => ({ min, max: edges[at] ?? null }));
}

/** `up to €10.00`, `€10.01 to €25.00`, `over €100.00`. */
export function describeStep(
  { min, max }: { min: number | null; max: number | null },
  currency: Product["currencyCode"],
): string {
  const show = (amount: number) => formatAmount(amount, currency);
  if (min === null) return max === null ? "Any price" : `Up to ${show(max)}`;
  return max === null ? `Over ${show(min - 1)}` : `${show(min)} to ${show(max)}`;
}
