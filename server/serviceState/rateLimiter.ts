import "server-only";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Clock, Instant } from "#lib/time/instant.ts";
import { DAY, SECOND } from "#lib/time/instant.ts";
import type { Log, Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { serviceGates } from "#server/db/schema/service.ts";
import type { RateLimiter, RateLimiterEvent } from "#server/service/client.ts";
import { slowedDown, acquire, type Bucket, type Turn } from "./tokenBucket.ts";
import { RecentCalls } from "./recentCalls.ts";

/** Where a 429 says nothing of when to come back. */
const RETRY_UNTOLD = 5 * SECOND;
/** A Retry-After of nothing would have us meet the next 429 at once. */
const SHORTEST_FLOOR = SECOND;
/** The reader of Retry-After believes no more than this either. */
const LONGEST_FLOOR = DAY;
/** How often a steady service is worth a write. */
const WRITE_EVERY = 5 * SECOND;

export type GateFacts = {
  notBefore: Instant | null;
  /** Null while no 429 has taught us a rate. */
  bucket: Bucket | null;
  /** The service's clock minus ours, milliseconds. */
  skewMs: number;
  silentSince: Instant | null;
};

/**
 * The gate that all calls on one key pass, over all instances: it lives in the database, because Retry-After is a floor
 * for every one of them (docs/architecture.md#invariants, 8), and so is the rate that 429s have taught. Also keeps the clocks' difference
 * and since when the service is silent.
 */
export function createRateLimiter(
  db: Database,
  clock: Clock,
  log: Log,
  environment: Environment,
  sleep: (ms: number) => Promise<unknown> = sleepReally,
): RateLimiter {
  const recent = new RecentCalls();
  let written = 0;
  let answered = 0;
  let silent = false;
  return {
    async admit() {
      const facts = await readGate(db, environment);
      const until =
        held(facts, clock.now()) ?? (facts.bucket && (await waitForTurn(db, clock, environment, sleep)));
      if (until === null) recent.add(clock.now());
      return until;
    },
    async report(event) {
      if (event.kind === "silent") {
        // It has answered since that call was sent: the call was lost, the service is not.
        if (silent || event.at < answered) return;
      } else {
        answered = event.at;
        // An answer that changes nothing is not worth a write each time.
        if (event.kind === "answered" && !silent && event.at - written < WRITE_EVERY) return;
      }
      try {
        await write(db, environment, event, recent.perSecond(event.at));
        written = event.at;
        silent = event.kind === "silent";
      } catch (error) {
        log.error({ environment, error }, "The gate could not be written");
      }
    },
  };
}

function sleepReally(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** One read of one row, about 0.2 ms. */
export async function readGate(db: Database | Transaction, environment: Environment): Promise<GateFacts> {
  const [row] = await db.select().from(serviceGates).where(eq(serviceGates.environment, environment));
  return factsOf(row);
}

/** How long a read skew serves: it is measured every few seconds, and moves by milliseconds. */
const SKEW_SERVES = SECOND;
type ReadSkew = { skewMs: number; at: Instant };
const skews = new WeakMap<Database, Map<Environment, ReadSkew>>();

/** The service's clock minus ours, in milliseconds, without asking the database for each order. */
export async function readSkew(
  { db, clock }: Pick<Program, "db" | "clock">,
  environment: Environment,
): Promise<number> {
  const read = skews.get(db) ?? new Map<Environment, ReadSkew>();
  skews.set(db, read);
  const known = read.get(environment);
  const at = clock.now();
  if (known !== undefined && Math.abs(at - known.at) < SKEW_SERVES) return known.skewMs;
  const { skewMs } = await readGate(db, environment);
  read.set(environment, { skewMs, at });
  return skewMs;
}

function factsOf(row: typeof serviceGates.$inferSelect | undefined): GateFacts {
  const known = row?.ratePerSecond != null && row.tokens !== null && row.tokensAt !== null;
  return {
    notBefore: row?.notBefore ?? null,
    bucket: known
      ? { perSecond: row.ratePerSecond ?? 0, tokens: row.tokens ?? 0, at: row.tokensAt ?? 0 }
      : null,
    skewMs: row?.skewMs ?? 0,
    silentSince: row?.silentSince ?? null,
  };
}

function held({ notBefore }: GateFacts, now: Instant): Instant | null {
  return notBefore !== null && notBefore > now ? notBefore : null;
}

/** Takes the next token under the row's lock; waits for it here when it is due within moments. */
async function waitForTurn(
  db: Database,
  clock: Clock,
  environment: Environment,
  sleep: (ms: number) => Promise<unknown>,
): Promise<Instant | null> {
  const turn = await db.transaction(async (tx): Promise<Turn> => {
    const [row] = await tx
      .select()
      .from(serviceGates)
      .where(eq(serviceGates.environment, environment))
      .for("update");
    const facts = factsOf(row);
    const now = clock.now();
    const floor = held(facts, now);
    if (floor !== null) return { kind: "later", until: floor };
    if (facts.bucket === null) return { kind: "turn", waitMs: 0, left: null };
    const taken = acquire(facts.bucket, now);
    if (taken.kind === "turn") await setBucket(tx, environment, taken.left);
    return taken;
  });
  if (turn.kind === "later") return turn.until;
  if (turn.waitMs === 0) return null;
  await sleep(turn.waitMs);
  // A 429 may have come in while we waited: its floor counts.
  return held(await readGate(db, environment), clock.now());
}

async function setBucket(tx: Transaction, environment: Environment, bucket: Bucket | null): Promise<void> {
  await tx
    .update(serviceGates)
    .set({
      ratePerSecond: bucket?.perSecond ?? null,
      tokens: bucket?.tokens ?? null,
      tokensAt: bucket?.at ?? null,
    })
    .where(eq(serviceGates.environment, environment));
}

async function write(
  db: Database,
  environment: Environment,
  event: RateLimiterEvent,
  recentPerSecond: number,
): Promise<void> {
  switch (event.kind) {
    case "silent":
      await db
        .insert(serviceGates)
        .values({ environment, silentSince: event.at })
        .onConflictDoUpdate({
          target: serviceGates.environment,
          set: { silentSince: event.at },
          // Silent since the first of the calls without an answer; not if another instance had one meanwhile.
          setWhere: and(
            isNull(serviceGates.silentSince),
            or(isNull(serviceGates.lastAnswerAt), lte(serviceGates.lastAnswerAt, event.at)),
          ),
        });
      return;
    case "throttled":
      await writeThrottled(db, environment, event, recentPerSecond);
      return;
    case "answered": {
      const facts = {
        lastAnswerAt: event.at,
        silentSince: null,
        ...(event.serviceDate === null ? {} : { skewMs: skewOf(event.serviceDate, event.at) }),
      };
      await db
        .insert(serviceGates)
        .values({ environment, ...facts })
        .onConflictDoUpdate({ target: serviceGates.environment, set: facts });
    }
  }
}

async function writeThrottled(
  db: Database,
  environment: Environment,
  event: Extract<RateLimiterEvent, { kind: "throttled" }>,
  recentPerSecond: number,
): Promise<void> {
  const wait = Math.min(LONGEST_FLOOR, Math.max(SHORTEST_FLOOR, event.retryAfterMs ?? RETRY_UNTOLD));
  await db.transaction(async (tx) => {
    await tx.insert(serviceGates).values({ environment }).onConflictDoNothing();
    const [row] = await tx
      .select()
      .from(serviceGates)
      .where(eq(serviceGates.environment, environment))
      .for("update");
    const before = factsOf(row);
    const isSameLesson = held(before, event.at) !== null;
    const bucket = slowedDown(before.bucket, recentPerSecond, isSameLesson, event.at);
    await tx
      .update(serviceGates)
      .set({
        // Only ever later: an earlier answer must not lower a floor that another instance was told.
        notBefore: Math.max(before.notBefore ?? 0, event.at + wait),
        ratePerSecond: bucket?.perSecond ?? null,
        tokens: bucket?.tokens ?? null,
        // The floor itself brings no tokens: what waited for it would all go at once.
        tokensAt: bucket === null ? null : Math.max(bucket.at, event.at + wait),
        lastAnswerAt: event.at,
        silentSince: null,
      })
      .where(eq(serviceGates.environment, environment));
  });
}

/** The Date header has whole seconds: half of one is its error. Less than that is no skew. */
function skewOf(serviceDate: Instant, at: Instant): number {
  const difference = serviceDate + SECOND / 2 - at;
  return Math.abs(difference) <= SECOND ? 0 : Math.max(-2_000_000_000, Math.min(2_000_000_000, difference));
}
