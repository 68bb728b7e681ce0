import { boundsOf, checkAmount, type Bounds, type Denominated } from "./denomination.ts";

/** A slider with more positions than this is hard to set with a finger. */
const MOST_STOPS = 200;
/** How fine the stops of a long range are: each is about this fraction of the amount before it. The finest that fits is used. */
const FINENESS = [20, 10, 5, 2];

/**
 * The amounts at which a slider stops, ascending, in minor units, all of them valid. If there are few, every step from the
 * minimum; otherwise amounts that are round where the steps allow it, and closer together where they are small, so that even a
 * range from a cent to a million can be set. Null if there is nothing to slide along: a fixed price, no stated maximum, or only
 * one amount.
 */
export function amountStops(product: Denominated): number[] | null {
  if (product.denomination === "fixed") return null;
  const bounds = boundsOf(product);
  if (bounds.max === null) return null;
  const stops = stopsBetween(bounds, bounds.max).filter((amount) => checkAmount(product, amount) === null);
  return stops.length < 2 ? null : stops;
}

function stopsBetween(bounds: Bounds, max: number): number[] {
  const first = bounds.minStated ? bounds.min : bounds.step;
  const steps = Math.floor((max - first) / bounds.step);
  if (steps < MOST_STOPS - 1) {
    const each = Array.from({ length: Math.max(0, steps + 1) }, (_, at) => first + at * bounds.step);
    return withMax(each, max);
  }
  for (const fineness of FINENESS) {
    const round = roundStops(first, max, bounds.step, fineness);
    if (round.length < MOST_STOPS) return withMax(round, max);
  }
  return [];
}

/**
 * The maximum may be valid counted from zero even if the steps from the minimum miss it (docs/service-interface.md §10.6); it is
 * checked together with the other stops.
 */
function withMax(stops: readonly number[], max: number): number[] {
  return stops.at(-1) === max ? [...stops] : [...stops, max];
}

function roundStops(first: number, max: number, step: number, fineness: number): number[] {
  const stops = [first];
  let last = first;
  for (let stride = 1, round = first; round < max; round += stride) {
    stride = roundStride(Math.floor(round / fineness), step);
    // A wider stride begins at its next multiple, so that the following stops are round.
    if (round % stride !== 0) round += stride - (round % stride);
    const amount = round - ((((round - first) % step) + step) % step);
    if (amount > last && amount <= max) stops.push((last = amount));
  }
  return stops;
}

/**
 * The largest of 1, 2, 5, 10, 25, 50, 100, 250, … that is not above `amount`, preferably one that is a multiple of the step; at
 * least 1.
 */
function roundStride(amount: number, step: number): number {
  let scale = 1;
  while (scale * 10 <= amount) scale *= 10;
  const strides = [5 * scale, (scale === 1 ? 2 : 2.5) * scale, scale, scale / 2];
  const fitting = strides.filter((stride) => stride <= Math.max(1, amount) && Number.isInteger(stride));
  return fitting.find((stride) => stride % step === 0) ?? fitting[0] ?? 1;
}

/** The position of the last stop that is not above the amount; the first stop if all are above it. */
export function positionOf(stops: readonly number[], amount: number): number {
  let [low, high] = [0, stops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stops[middle] ?? 0) <= amount) low = middle;
    else high = middle - 1;
  }
  return low;
}
