import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { DAY, SECOND, type Clock, type Instant } from "#lib/time/instant.ts";
import type { Log } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { sharedRead } from "#server/db/sharedRead.ts";
import { serviceState } from "#server/db/schema/service.ts";
import type { CallOutcome, RateLimiter } from "#server/serviceClient/client.ts";
import { measureSkew } from "./clockSkew.ts";
import { OutcomeFilter, reachableAt, recordUnreachable } from "./reachability.ts";
import { RecentCalls } from "./recentCalls.ts";
import { acquireToken, slowDown, type Acquired, type TokenBucket } from "./tokenBucket.ts";

/** The pause after a 429 without Retry-After. */
const DEFAULT_RETRY_AFTER = 5 * SECOND;
/** The shortest pause: after a Retry-After of zero, the next call would be answered with 429 at once. */
const SHORTEST_RETRY_AFTER = SECOND;
/** The same limit as in the reader of Retry-After (readRetryAfter). */
const LONGEST_RETRY_AFTER = DAY;

export type RateLimit = {
  /** No call before this instant; null if no 429 has said so. It may be in the past. */
  notBefore: Instant | null;
  /** Null as long as no 429 has taught us a rate. */
  bucket: TokenBucket | null;
};

/**
 * The rate limiter for all calls with one key, over all instances: its state is in the database, because Retry-After applies to
 * every instance (docs/architecture.md#invariants, 8), and so does the rate learned from 429s. What calls report also updates the
 * clock skew and the reachability of the service.
 */
export function createRateLimiter(
  db: Database,
  clock: Clock,
  log: Log,
  environment: Environment,
  sleep: (ms: number) => Promise<unknown> = sleepReally,
): RateLimiter {
  const recent = new RecentCalls();
  const filter = new OutcomeFilter();
  // One after the other: a write that waits for a connection must not replace what a later answer has said.
  let stored: Promise<void> = Promise.resolve();
  async function store(outcome: CallOutcome): Promise<void> {
    if (!filter.isWorthWriting(outcome)) return;
    try {
      const isUnreachable = await writeOutcome(db, environment, outcome, recent.perSecond(outcome.at));
      filter.written(outcome, isUnreachable);
    } catch (error) {
      log.error({ environment, error }, "The state of the service could not be written");
    }
  }
  return {
    async acquire(despite) {
      const limit = await readRateLimit(db, environment);
      if (despite !== undefined && limit.notBefore === despite) return null;
      const notBefore =
        blockedUntil(limit, clock.now()) ??
        (limit.bucket && (await takeToken(db, clock, environment, sleep)));
      if (notBefore === null) recent.add(clock.now());
      return notBefore;
    },
    async report(outcome) {
      filter.note(outcome);
      // Many 429s come at once, and each next call has to know of them: they do not wait for each other.
      if (outcome.kind === "throttled") return store(outcome);
      stored = stored.then(() => store(outcome));
      await stored;
    },
  };
}

function sleepReally(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Reads one row, about 0.2 ms, for all concurrent callers. */
export function readRateLimit(db: Database, environment: Environment): Promise<RateLimit> {
  return readShared(db, environment);
}

const LIMIT = {
  notBefore: serviceState.notBefore,
  ratePerSecond: serviceState.ratePerSecond,
  tokens: serviceState.tokens,
  tokensAt: serviceState.tokensAt,
};
const limitOfEnvironment = prepared((db) =>
  db
    .select(LIMIT)
    .from(serviceState)
    .where(eq(serviceState.environment, sql.placeholder("environment")))
    .prepare("rate_limit"),
);
const readShared = sharedRead(
  (environment: Environment) => environment,
  async (db, environment) => rateLimitOf((await limitOfEnvironment(db).execute({ environment }))[0]),
);
type LimitRow = Pick<typeof serviceState.$inferSelect, keyof typeof LIMIT>;

function rateLimitOf(row: LimitRow | undefined): RateLimit {
  if (row === undefined) return { notBefore: null, bucket: null };
  const { notBefore, ratePerSecond, tokens, tokensAt } = row;
  const isLearned = ratePerSecond !== null && tokens !== null && tokensAt !== null;
  return { notBefore, bucket: isLearned ? { perSecond: ratePerSecond, tokens, at: tokensAt } : null };
}

function columnsOf(bucket: TokenBucket | null): Omit<LimitRow, "notBefore"> {
  return {
    ratePerSecond: bucket?.perSecond ?? null,
    tokens: bucket?.tokens ?? null,
    tokensAt: bucket?.at ?? null,
  };
}

/** Until when the service accepts no calls, according to a 429; null: it may be called now. */
export function blockedUntil({ notBefore }: RateLimit, now: Instant): Instant | null {
  return notBefore !== null && notBefore > now ? notBefore : null;
}

async function lockRateLimit(tx: Transaction, environment: Environment): Promise<RateLimit> {
  const [row] = await tx
    .select(LIMIT)
    .from(serviceState)
    .where(eq(serviceState.environment, environment))
    .for("update");
  return rateLimitOf(row);
}

/** Takes a token from the bucket, waiting for one that is due soon. Returns null, or when to try again. */
async function takeToken(
  db: Database,
  clock: Clock,
  environment: Environment,
  sleep: (ms: number) => Promise<unknown>,
): Promise<Instant | null> {
  const acquired = await db.transaction(async (tx): Promise<Acquired> => {
    const limit = await lockRateLimit(tx, environment);
    const now = clock.now();
    const notBefore = blockedUntil(limit, now);
    if (notBefore !== null) return { ok: false, notBefore };
    if (limit.bucket === null) return { ok: true, waitMs: 0, bucket: null };
    const taken = acquireToken(limit.bucket, now);
    if (taken.ok) {
      await tx
        .update(serviceState)
        .set(columnsOf(taken.bucket))
        .where(eq(serviceState.environment, environment));
    }
    return taken;
  });
  if (!acquired.ok) return acquired.notBefore;
  if (acquired.waitMs === 0) return null;
  await sleep(acquired.waitMs);
  // A 429 may have arrived while we waited: its Retry-After applies to this call too.
  return blockedUntil(await readRateLimit(db, environment), clock.now());
}

/** Returns whether the service counts as unreachable now. */
async function writeOutcome(
  db: Database,
  environment: Environment,
  outcome: CallOutcome,
  recentPerSecond: number,
): Promise<boolean> {
  if (outcome.kind === "unreachable") return recordUnreachable(db, environment, outcome.at);
  if (outcome.kind === "throttled") await recordThrottled(db, environment, outcome, recentPerSecond);
  else await recordAnswered(db, environment, outcome);
  return false;
}

async function recordAnswered(
  db: Database,
  environment: Environment,
  outcome: Extract<CallOutcome, { kind: "answered" }>,
): Promise<void> {
  const columns = { ...reachableAt(outcome.at), ...measureSkew(outcome.serviceDate, outcome.at) };
  await db
    .insert(serviceState)
    .values({ environment, ...columns })
    .onConflictDoUpdate({ target: serviceState.environment, set: columns });
}

async function recordThrottled(
  db: Database,
  environment: Environment,
  { at, retryAfterMs }: Extract<CallOutcome, { kind: "throttled" }>,
  recentPerSecond: number,
): Promise<void> {
  const wait = Math.min(
    LONGEST_RETRY_AFTER,
    Math.max(SHORTEST_RETRY_AFTER, retryAfterMs ?? DEFAULT_RETRY_AFTER),
  );
  await db.transaction(async (tx) => {
    await tx.insert(serviceState).values({ environment }).onConflictDoNothing();
    const before = await lockRateLimit(tx, environment);
    const isRepeated = blockedUntil(before, at) !== null;
    const bucket = slowDown(before.bucket, recentPerSecond, isRepeated, at);
    await tx
      .update(serviceState)
      .set({
        // Only ever later: an earlier answer must not shorten a wait that another instance was told.
        notBefore: Math.max(before.notBefore ?? 0, at + wait),
        // The bucket is refilled from the end of the wait: otherwise all waiting calls would be sent at once.
        ...columnsOf(bucket && { ...bucket, at: Math.max(bucket.at, at + wait) }),
        ...reachableAt(at),
      })
      .where(eq(serviceState.environment, environment));
  });
}
