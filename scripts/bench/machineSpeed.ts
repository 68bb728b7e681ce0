import type { Figure } from "./figure.ts";
import { median } from "./median.ts";

const STEPS = 20_000_000;
const ROUNDS = 5;

/**
 * How long this machine takes for a computation that is always the same, in milliseconds. Absolute times of two runs can only be
 * compared where this is equal, and those of one run only if it has not changed meanwhile.
 */
export function figureOfMachine(when: "before" | "after"): Figure {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now();
    let value = 0;
    for (let step = 0; step < STEPS; step += 1) value = (value * 31 + step) | 0;
    // Uses the value, so that the loop is not left out.
    return value === 0 ? Number.NaN : performance.now() - begun;
  });
  return {
    name: `Machine: the same computation, ${when} all others`,
    value: median(times),
    unit: "ms",
    goal: null,
    note: `median of ${ROUNDS}`,
  };
}
