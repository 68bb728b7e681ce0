/** A moment in time: milliseconds since the Unix epoch, UTC. Never a local time, never seconds. */
export type Instant = number;

/** The clock is always passed in, so that tests control it. */
export type Clock = { now(): Instant };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** ISO 8601 in UTC, for everything that leaves the program. */
export function toIso(at: Instant): string {
  return new Date(at).toISOString();
}

/** The same for a moment that may not have come. */
export function toIsoOrNull(at: Instant | null): string | null {
  return at === null ? null : toIso(at);
}
