import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { prepared } from "#server/db/prepared.ts";
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
  /** Codes whose order is searched: a call of the service only for one that is found, but nobody may try codes in turn. */
  codeSearch: { burst: 30, perSecond: 0.5 },
  /** Ends of codes: each reads orders at the service, and a few characters are quickly tried in turn. */
  codeEnd: { burst: 10, perSecond: 1 / 30, tooOften: "You search for ends of codes too often." },
  /** Reading products for their page or to check an order; an order of the largest size must fit. */
  product: { burst: 1_500, perSecond: 20 },
  /** Tests and repeated messages to webhooks: no call of the service, but each one of another company's server. */
  webhook: { burst: 10, perSecond: 0.1, tooOften: "You send to webhooks too often." },
} satisfies Record<string, Share>;

const FILLED = refilledTokens(
  memberShares,
  { burst: sql.placeholder("burst"), perSecond: sql.placeholder("perSecond") },
  sql.placeholder("now"),
);

/**
 * As part of the statement, for its transaction only: what has been taken is an estimate of a moment, so a call need not wait until it is
 * on the disk. After a crash of the database, a member may make a few calls more.
 */
const WITHOUT_FLUSH = sql<string>`set_config('synchronous_commit', 'off', true)`;

const takeTokens = prepared((db) => {
  const calls = sql`${sql.placeholder("calls")}::float8`;
  return db
    .insert(memberShares)
    .values({
      environment: sql.placeholder("environment"),
      memberId: sql.placeholder("memberId"),
      kind: sql.placeholder("kind"),
      tokens: sql.placeholder("rest"),
      at: sql.placeholder("at"),
    })
    .onConflictDoUpdate({
      target: [memberShares.environment, memberShares.memberId, memberShares.kind],
      // The clocks of instances differ a little: the later one counts, so that nobody gains from it.
      set: { tokens: sql`${FILLED} - ${calls}`, at: sql`greatest(${memberShares.at}, excluded.at)` },
      setWhere: gte(FILLED, calls),
    })
    .returning({ tokens: memberShares.tokens, flush: WITHOUT_FLUSH })
    .prepare("take_from_share");
});

const tokensLeft = prepared((db) =>
  db
    .select({ tokens: FILLED })
    .from(memberShares)
    .where(
      and(
        eq(memberShares.environment, sql.placeholder("environment")),
        eq(memberShares.memberId, sql.placeholder("memberId")),
        eq(memberShares.kind, sql.placeholder("kind")),
      ),
    )
    .prepare("share_left"),
);

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
  const { burst, perSecond } = share;
  const at = request.clock.now();
  const owner = { environment, memberId: actor.id, kind };
  const now = { burst, perSecond, now: toIso(at) };
  const taken = await takeTokens(db).execute({ ...owner, ...now, at, calls, rest: burst - calls });
  if (taken.length > 0) return;
  const [left] = await tokensLeft(db).execute({ ...owner, ...now });
  const { tooOften = "You are making too many requests to the service." } = share;
  throw new AppError("too-many", `${tooOften} Wait a moment, then try again.`, {
    retryAfterSeconds: secondsUntil(share, calls - (left?.tokens ?? 0)),
  });
}

function secondsUntil({ perSecond }: Share, missing: number): number {
  return Math.max(1, Math.ceil(missing / perSecond));
}
