import { CHOICES } from "#sandbox/interface/choices.ts";
import type { Dialect } from "./names.ts";

/** How fast a service answers, how much it lists at once, and how many calls it allows each key. */
export type Pace = {
  latencyMs: number;
  /** The longest page, whatever `take` asks for. */
  pageSize: number;
  burst: number;
  perSecond: number;
  /** Whether calls are counted within whole seconds of the clock, all of them anew, instead of by a bucket of tokens. */
  bySecond: boolean;
};

const USUAL: Pace = {
  latencyMs: 0,
  pageSize: CHOICES.takeMaximum,
  burst: CHOICES.rateBurst,
  perSecond: CHOICES.ratePerSecond,
  bySecond: false,
};
const FRUGAL: Pace = { latencyMs: 100, pageSize: 10, burst: 10, perSecond: 10, bySecond: true };

/** The pace that belongs to a dialect; the interface states no numbers (docs/service-interface.md §8). */
export function paceOf(dialect: Dialect): Pace {
  return dialect === "frugal" ? FRUGAL : USUAL;
}
