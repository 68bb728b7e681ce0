import { CHOICES } from "#sandbox/interface/choices.ts";
import type { Dialect } from "./names.ts";

/** Latency, page size and rate limit of a dialect. */
export type DialectLimits = {
  latencyMs: number;
  /** The longest page, whatever `take` asks for. */
  pageSize: number;
  burst: number;
  perSecond: number;
  /** Whether calls are counted for each second of the clock, instead of by a token bucket. */
  bySecond: boolean;
};

const USUAL: DialectLimits = {
  latencyMs: 0,
  pageSize: CHOICES.takeMaximum,
  burst: CHOICES.rateBurst,
  perSecond: CHOICES.ratePerSecond,
  bySecond: false,
};
const FRUGAL: DialectLimits = { latencyMs: 100, pageSize: 10, burst: 10, perSecond: 10, bySecond: true };

/** The limits of a dialect; the interface states no numbers (docs/service-interface.md §8). */
export function limitsOf(dialect: Dialect): DialectLimits {
  return dialect === "frugal" ? FRUGAL : USUAL;
}
