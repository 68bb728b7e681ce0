import { DAY, type Instant } from "#lib/time/instant.ts";

/** How long before a date it is checked whether it can be ordered. */
const AHEAD = [3 * DAY, DAY];

/** When a date is still to be checked: at the times ahead that have not passed, or at once if all have. */
export function aheadChecks(at: Instant, now: Instant): Instant[] {
  const times = AHEAD.map((ahead) => at - ahead);
  const latest = times.findLast((time) => time <= now);
  return [...(latest === undefined ? [] : [now]), ...times.filter((time) => time > now)];
}
