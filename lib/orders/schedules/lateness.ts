import { MINUTE, type Instant } from "#lib/time/instant.ts";

/**
 * How late a date is still ordered without being asked: as long as a restart or a short failure takes. Later it counts as missed, and a
 * member is asked, once.
 */
export const MOST_LATE_MS = 10 * MINUTE;

/** Whether a date that was due at an instant is missed by now. */
export function isMissed(at: Instant, now: Instant): boolean {
  return now > at + MOST_LATE_MS;
}
