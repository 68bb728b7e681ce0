import "server-only";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { DeskError } from "#server/context/errors.ts";
import { processSingleton } from "#server/context/processSingleton.ts";

type Share = { burst: number; perSecond: number };

/** One member's part of the calls on the shared key, in this process: so many at once, then so many a second. */
const SHARES = {
  /** Orders that the ledger does not hold, asked of the service. */
  lookUp: { burst: 60, perSecond: 2 },
  /** Products read for their page or to check an order; an order of the largest size must fit. */
  product: { burst: 1_500, perSecond: 20 },
} satisfies Record<string, Share>;

type Level = { tokens: number; at: Instant };

/**
 * Takes one call from the member's share before it meets the rate limiter that all members share, so that one of them cannot use up
 * the key. Programs that act without a session are their own masters.
 * @throws DeskError `too-many` with `retryAfterSeconds`.
 */
export function takeFromShare(request: DeskRequest, kind: keyof typeof SHARES): void {
  if (request.sessionId === undefined) return;
  const levels = processSingleton("member-shares", () => new Map<string, Level>());
  const { burst, perSecond } = SHARES[kind];
  const now = request.clock.now();
  const key = `${kind}\n${request.environment}\n${request.actor.id}`;
  const known = levels.get(key) ?? { tokens: burst, at: now };
  const tokens = Math.min(burst, known.tokens + (Math.max(0, now - known.at) / SECOND) * perSecond);
  if (tokens < 1) {
    throw new DeskError("too-many", "You ask the service too often. Wait a moment, then try again.", {
      retryAfterSeconds: Math.max(1, Math.ceil((1 - tokens) / perSecond)),
    });
  }
  levels.set(key, { tokens: tokens - 1, at: now });
}
