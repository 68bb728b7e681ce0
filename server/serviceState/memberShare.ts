import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { refilledTokens } from "#server/db/refilledTokens.ts";
import { memberShares } from "#server/db/schema/service.ts";

type Share = { burst: number; perSecond: number };

/** One member's part of the calls on the shared key, over all instances: so many at once, then so many a second. */
const SHARES = {
  /** Orders that the ledger does not hold, asked of the service. */
  lookUp: { burst: 60, perSecond: 2 },
  /** References that are typed for an order, each asked of the service before it is sent; programs name their orders, too. */
  reference: { burst: 200, perSecond: 10 },
  /** Codes whose order is searched: no call of the service, but nobody may try codes in turn. */
  codeSearch: { burst: 30, perSecond: 0.5 },
  /** Products read for their page or to check an order; an order of the largest size must fit. */
  product: { burst: 1_500, perSecond: 20 },
} satisfies Record<string, Share>;

/**
 * Takes calls from the member's share before they meet the rate limiter that all members share, so that one of them cannot use up
 * the key: one statement for however many calls, all of them or none. Internal calls, without session or token, are not limited.
 * @throws AppError `too-many` with `retryAfterSeconds`.
 */
export async function takeFromShare(
  request: MemberRequest,
  kind: keyof typeof SHARES,
  calls = 1,
): Promise<void> {
  const isInternalCall = request.sessionId === undefined && request.tokenId === undefined;
  if (isInternalCall || calls === 0) return;
  const { db, environment, actor } = request;
  const share = SHARES[kind];
  const at = request.clock.now();
  const owner = { environment, memberId: actor.id, kind };
  const filled = refilledTokens(memberShares, share, at);
  const taken = await db
    .insert(memberShares)
    .values({ ...owner, tokens: share.burst - calls, at })
    .onConflictDoUpdate({
      target: [memberShares.environment, memberShares.memberId, memberShares.kind],
      // Clocks of instances differ a little: the later one counts, and nobody gains by it.
      set: { tokens: sql`${filled} - ${calls}::float8`, at: sql`greatest(${memberShares.at}, excluded.at)` },
      setWhere: gte(filled, calls),
    })
    .returning({ tokens: memberShares.tokens });
  if (taken.length > 0) return;
  const [left] = await db
    .select({ tokens: filled })
    .from(memberShares)
    .where(
      and(
        eq(memberShares.environment, environment),
        eq(memberShares.memberId, actor.id),
        eq(memberShares.kind, kind),
      ),
    );
  throw new AppError("too-many", "You ask the service too often. Wait a moment, then try again.", {
    retryAfterSeconds: secondsUntil(share, calls - (left?.tokens ?? 0)),
  });
}

function secondsUntil({ perSecond }: Share, missing: number): number {
  return Math.max(1, Math.ceil(missing / perSecond));
}
