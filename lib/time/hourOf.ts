import { memoize } from "#lib/text/memoize.ts";
import type { Instant } from "./instant.ts";

const hourIn = memoize(
  (zone) => new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", hour: "numeric" }),
);

/** The hour, 0 to 23, that a clock in `zone` shows. */
export function hourOf(at: Instant, zone: string): number {
  return Number(hourIn(zone).format(at));
}
