import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmountRange } from "#lib/money/amountRange.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";

/** The fields of a product that the rules below need; amounts are in minor units of `currencyCode`. */
export type Denominated = Pick<
  Product,
  | "denomination"
  | "price"
  | "currencyCode"
  | "denominationMinValue"
  | "denominationMaxValue"
  | "denominationStep"
>;

export type AmountProblem = {
  kind: "missing" | "below" | "above" | "misaligned" | "mismatch";
  /** Says what to change, amounts formatted. */
  message: string;
};

/** The bounds of an open product, as far as they are stated and consistent. */
export type Bounds = { min: number; minStated: boolean; max: number | null; step: number };

/**
 * The usable part of the stated bounds. Contradictory ones (a minimum above the maximum, a step that is not positive) are
 * ignored: the service then decides, and its own answer is shown. The smallest amount is one minor unit.
 */
export function boundsOf(product: Denominated): Bounds {
  const { denominationMinValue: min, denominationMaxValue: max, denominationStep: step } = product;
  const lower = min !== null && min > 0 ? min : null;
  const upper = max !== null && max > 0 ? max : null;
  const isContradictory = lower !== null && upper !== null && lower > upper;
  return {
    min: isContradictory ? 1 : (lower ?? 1),
    minStated: lower !== null && !isContradictory,
    max: isContradictory ? null : upper,
    step: step !== null && step > 0 ? step : 1,
  };
}

/** Steps may count from the minimum or from zero; the service does not say which, so both are accepted (docs/service-interface.md §10.6). */
function isAligned(amount: number, { min, minStated, step }: Bounds): boolean {
  return amount % step === 0 || (minStated && (amount - min) % step === 0);
}

/**
 * Why an amount (minor units, null if none was given) cannot be ordered, according to what the service says about the product
 * (docs/service-interface.md §8); null if it can. A fixed product needs no amount; if one is given, it must be its price.
 */
export function checkAmount(product: Denominated, minor: number | null): AmountProblem | null {
  const show = (amount: number) => formatAmount(amount, product.currencyCode);
  if (product.denomination === "fixed") {
    if (minor === null || product.price === null || minor === product.price) return null;
    return { kind: "mismatch", message: `The price of this product is ${show(product.price)}.` };
  }
  if (minor === null)
    return { kind: "missing", message: `Enter an amount: ${describeAmounts(product, INSIDE)}.` };
  const bounds = boundsOf(product);
  if (minor < bounds.min) return { kind: "below", message: `Enter at least ${show(bounds.min)}.` };
  if (bounds.max !== null && minor > bounds.max) {
    return { kind: "above", message: `Enter at most ${show(bounds.max)}.` };
  }
  if (isAligned(minor, bounds)) return null;
  return { kind: "misaligned", message: `Enter an amount in steps of ${show(bounds.step)}.` };
}

/** The same as text that stands alone, where no buttons offer the nearest amounts; null if the amount can be ordered. */
export function describeProblem(product: Denominated, minor: number | null): string | null {
  const problem = checkAmount(product, minor);
  if (problem === null || problem.kind !== "misaligned" || minor === null) return problem?.message ?? null;
  const nearest = nearestAmounts(product, minor).map((each) => formatAmount(each, product.currencyCode));
  return nearest.length === 0 ? problem.message : `${problem.message} Nearest: ${nearest.join(", ")}.`;
}

/** A typed amount: valid in minor units, or the problem and valid amounts near it. */
export type TypedAmount = { minor: number | null; problem: string | null; nearest: number[] };

/** Reads and checks the neutral text of an amount (lib/money/typedAmount.ts) of an open product. */
export function checkTypedAmount(product: Denominated, text: string): TypedAmount {
  if (text.trim() === "")
    return { minor: null, problem: checkAmount(product, null)?.message ?? null, nearest: [] };
  const parsed = readNeutralAmount(text, product.currencyCode);
  if (!parsed.ok) {
    const nearest = (parsed.readings ?? []).filter((minor) => checkAmount(product, minor) === null);
    return { minor: null, problem: parsed.message, nearest };
  }
  const problem = checkAmount(product, parsed.minor);
  if (problem === null) return { minor: parsed.minor, problem: null, nearest: [] };
  return { minor: null, problem: problem.message, nearest: nearestAmounts(product, parsed.minor) };
}

/**
 * Returns the two valid amounts nearest to `minor`, for buttons: first those aligned from both zero and the minimum, then by
 * distance. Empty for a fixed product, and if no amount is valid.
 */
export function nearestAmounts(product: Denominated, minor: number): number[] {
  if (product.denomination === "fixed") return [];
  const bounds = boundsOf(product);
  const target = Math.min(Math.max(minor, bounds.min), bounds.max ?? Number.MAX_SAFE_INTEGER);
  const origins = bounds.minStated ? [bounds.min, 0] : [0];
  const around = origins.flatMap((origin) => {
    const below = target - ((target - origin) % bounds.step);
    return [below, below + bounds.step];
  });
  const originsAgree = bounds.min % bounds.step === 0;
  const alignedRank = (amount: number) => (originsAgree && amount % bounds.step === 0 ? 0 : 1);
  return [...new Set(around)]
    .filter((amount) => Number.isSafeInteger(amount) && checkBounds(amount, bounds))
    .toSorted((a, b) => alignedRank(a) - alignedRank(b) || Math.abs(a - minor) - Math.abs(b - minor) || a - b)
    .slice(0, 2);
}

function checkBounds(amount: number, bounds: Bounds): boolean {
  return amount >= bounds.min && (bounds.max === null || amount <= bounds.max) && isAligned(amount, bounds);
}

/** The next valid amount above (`1`) or below (`-1`) the given one, in steps from the minimum; null if there is none. */
export function stepAmount(product: Denominated, minor: number | null, direction: 1 | -1): number | null {
  if (product.denomination === "fixed") return null;
  const bounds = boundsOf(product);
  const origin = bounds.minStated ? bounds.min : 0;
  const from = minor ?? origin - (direction === 1 ? bounds.step : 0);
  const past = (((from - origin) % bounds.step) + bounds.step) % bounds.step;
  const next = direction === 1 ? from - past + bounds.step : from - (past === 0 ? bounds.step : past);
  const reachable = Math.max(next, bounds.minStated ? bounds.min : bounds.step);
  if (direction === -1 && minor !== null && reachable >= minor) return null;
  return Number.isSafeInteger(reachable) && checkBounds(reachable, bounds) ? reachable : null;
}

/** The initial amount: the service's suggestion if it is valid, otherwise the stated minimum; null if there is none. */
export function defaultAmount(
  product: Denominated & Pick<Product, "denominationDefaultValue">,
): number | null {
  if (product.denomination === "fixed") return product.price;
  const suggested = product.denominationDefaultValue;
  if (suggested !== null && checkAmount(product, suggested) === null) return suggested;
  const bounds = boundsOf(product);
  return bounds.minStated ? bounds.min : null;
}

/** The words of a range that is open at one end. */
type RangeWords = { from: string; upTo: string; any: string };
const ALONE: RangeWords = { from: "From", upTo: "Up to", any: "Any amount" };
const INSIDE: RangeWords = { from: "from", upTo: "up to", any: "any amount" };

/** The amounts a product can be bought for: `€25.00`, `€10.00 to €500.00 in steps of €5.00`. */
export function describeAmounts(product: Denominated, words = ALONE): string {
  return withSteps(product, describeRange(product, words));
}

/** The same for narrow columns: `€10–500 in steps of €5.00`. */
export function describeAmountsBriefly(product: Denominated): string {
  return withSteps(product, describeRangeBriefly(product));
}

function withSteps(product: Denominated, range: string): string {
  const { step } = boundsOf(product);
  const stepped = product.denomination === "open" && step > 1 && !isSingle(product);
  return stepped ? `${range} in steps of ${formatAmount(step, product.currencyCode)}` : range;
}

/** For lists: without the steps, and a range on one line, `€10–500`. */
export function describeRangeBriefly(product: Denominated): string {
  const { min, minStated, max } = boundsOf(product);
  const isRange = product.denomination === "open" && minStated && max !== null && min !== max;
  return isRange ? formatAmountRange(min, max, product.currencyCode) : describeRange(product);
}

function describeRange(product: Denominated, words = ALONE): string {
  const show = (amount: number) => formatAmount(amount, product.currencyCode);
  if (product.denomination === "fixed") return product.price === null ? "Price unknown" : show(product.price);
  const { min, minStated, max } = boundsOf(product);
  if (minStated && max !== null) return min === max ? show(min) : `${show(min)} to ${show(max)}`;
  if (minStated) return `${words.from} ${show(min)}`;
  return max === null ? words.any : `${words.upTo} ${show(max)}`;
}

function isSingle(product: Denominated): boolean {
  const { min, minStated, max } = boundsOf(product);
  return minStated && min === max;
}
