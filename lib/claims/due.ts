import type { ClaimDue, ClaimState } from "#lib/contracts/claims/claimStates.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import { CLAIMS } from "./states.ts";

/** How long before its end a term ends soon. */
export const SOON = 3 * DAY;

/** When a claim has to have been sent; null: the terms are not stated, or it was. */
export function dueOf(state: ClaimState, deliveredAt: Instant, days: number | null): Instant | null {
  return days === null || !CLAIMS[state].isTimed ? null : deliveredAt + days * DAY;
}

/** How near that is; null: not near. */
export function nearness(dueAt: Instant | null, now: Instant): ClaimDue | null {
  if (dueAt === null || dueAt - now > SOON) return null;
  return dueAt < now ? "overdue" : "soon";
}
