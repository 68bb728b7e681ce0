import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { refilledTokens } from "#server/db/refilledTokens.ts";
import { memberShares } from "#server/db/schema/service.ts";

/** `tooOften`: the message for who uses it up. */
type Share = { burst: number; perSecond: number; tooOften?: string };

/** One member's share of what all members use together, such as the key, over all instances: a burst, then a rate per second. */
const SHARES = {
  /** Looking up orders at the service that are not in the ledger. */
  lookUp: { burst: 60, perSecond: 2 },
  /** References that are typed for an order, each asked of the service before it is sent; programs name their orders, too. */
  reference: { burst: 200, perSecond: 10 },
  /** Codes whose order is searched: no call of the service, but nobody may try codes in turn. */
  codeSearch: { burst: 30, perSecond: 0.5 },
  /** Reading products for their page or to check an order; an order of the largest size must fit. */
  product: { burst: 1_500, perSecond: 20 },
  /** Tests and repeated messages to webhooks: no call of the service, but each one of another company's server. */
  webhook: { burst: 10, perSecond: 0.1, tooOften: "You send to webhooks too often." },
} satisfies Record<string, Share>;

/**
 * Takes calls from the member's share before the rate limiter that all members share is asked, so that one of them cannot use up
 * the key's rate. One statement for any number of calls: all of them or none. Internal calls, without session or token, are not
 * limited.
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
  const share: Share = SHARES[kind];
  const at = request.clock.now();
  const owner = { environment, memberId: actor.id, kind };
  const filled = refilledTokens(memberShares, share, at);
  const taken = await db
    .insert(memberShares)
    .values({ ...owner, tokens: share.burst - calls, at })
    .onConflictDoUpdate({
      target: [memberShares.environment, memberShares.memberId, memberShares.kind],
      // The clocks of instances differ a little: the later one counts, so that nobody gains from it.
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
  const { tooOften = "You are making too many requests to the service." } = share;
  throw new AppError("too-many", `${tooOften} Wait a moment, then try again.`, {
    retryAfterSeconds: secondsUntil(share, calls - (left?.tokens ?? 0)),
  });
}

function secondsUntil({ perSecond }: Share, missing: number): number {
  return Math.max(1, Math.ceil(missing / perSecond));
}
