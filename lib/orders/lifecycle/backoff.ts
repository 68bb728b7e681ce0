import { MINUTE, SECOND } from "#lib/time/instant.ts";

/** How long an order may wait for its first unambiguous attempt (`waiting` → `not_placed`). */
export const WAITING_BUDGET = 30 * MINUTE;
/** How long we try to find out the outcome of an order before a person is asked (`unconfirmed` → `needs_review`). */
export const UNCONFIRMED_BUDGET = 60 * MINUTE;

const FIRST = 2 * SECOND;
const LONGEST = 2 * MINUTE;

/**
 * Milliseconds before the next attempt after `attempts` attempts: doubling, with full jitter in the upper half, and never less
 * than the service asked for (Retry-After). `random` is in [0, 1).
 */
export function backoffMs(attempts: number, retryAfterMs: number | null, random: number): number {
  const ceiling = Math.min(LONGEST, FIRST * 2 ** Math.min(16, Math.max(0, attempts - 1)));
  const jittered = Math.round(ceiling * (0.5 + random / 2));
  return Math.max(jittered, retryAfterMs ?? 0);
}
