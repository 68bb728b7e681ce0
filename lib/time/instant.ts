/** A moment in time: milliseconds since the Unix epoch, UTC. Never a local time, never seconds. */
export type Instant = number;

/**
 * The clock is always passed in, so that tests control it. `ahead`: how far a test or a demo has moved it, in milliseconds; absent:
 * it was not moved. What all instances have to agree on is measured by the database's clock, moved as far.
 */
export type Clock = { now(): Instant; ahead?(): number };

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
