import "server-only";
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Program } from "#server/context/context.ts";
import type { Database } from "#server/db/connect.ts";
import { PLANNED_EACH_TIME, prepared } from "#server/db/prepared.ts";
import { aheadOf, sharedNow } from "#server/db/sharedNow.ts";
import { orders } from "#server/db/schema/orders.ts";
import { UNCONFIRMED_BUDGET, WAITING_BUDGET } from "#lib/orders/lifecycle/backoff.ts";
import { SECOND, toIso, type Instant } from "#lib/time/instant.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** A lease that is not renewed for this long has expired, and another instance takes the order (within 30 s of a crash). */
export const LEASE = 20 * SECOND;
const RENEW_EVERY = 5 * SECOND;

/**
 * The end of a lease that begins now, in a statement with the values of {@link leaseEndValues}. By the database's clock: with clocks of
 * their own that differ by more than a lease, one instance would take the other's lease for expired and send the same order at the
 * same time.
 */
export const LEASE_END = endOf(sql.placeholder("ahead"));

export function leaseEndValues({ clock }: Pick<Program, "clock">) {
  return { ahead: aheadOf(clock) };
}

function leaseEnd({ clock }: Pick<Program, "clock">): SQL {
  return endOf(aheadOf(clock));
}

function endOf(ahead: number | Placeholder): SQL {
  return sql`${sharedNow(ahead)} + ${LEASE}::float8 * interval '1 millisecond'`;
}

/** The orders that are due, the one that has been due longest first. In a prepared statement, `now` is an ISO 8601 text. */
function selectDue(
  db: Database,
  environment: Environment | Placeholder,
  { now, ahead }: { now: Instant | Placeholder; ahead: number | Placeholder },
  limit: number | Placeholder,
  further?: SQL,
) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.environment, environment),
        isNotNull(orders.nextActionAt),
        lte(orders.nextActionAt, now),
        unleased(ahead),
        further,
      ),
    )
    .orderBy(asc(orders.nextActionAt))
    .limit(limit)
    .for("update", { skipLocked: true });
}

const claimOfDue = prepared((db) => {
  const ahead = sql.placeholder("ahead");
  const at = { now: sql.placeholder("now"), ahead };
  const due = selectDue(db, sql.placeholder("environment"), at, sql.placeholder("limit"));
  const lease = { leaseOwner: sql`${sql.placeholder("owner")}`, leaseUntil: endOf(ahead) };
  // The best plan depends on how many orders there are and how many of them are due.
  return claim(db, due, lease).prepare(PLANNED_EACH_TIME);
});

/**
 * Claims due orders of one environment that no instance works on. Each claim raises the fencing number, so that the previous
 * holder can no longer commit (docs/architecture.md#invariants, 4).
 */
export async function claimDue(
  program: Program,
  environment: Environment,
  limit: number,
  /** Only orders that can proceed without asking the service. */
  withoutCall = false,
): Promise<OrderRow[]> {
  const { db, clock, instanceId } = program;
  const now = clock.now();
  const ahead = aheadOf(clock);
  const claimed = withoutCall
    ? claim(db, selectDue(db, environment, { now, ahead }, limit, needsNoCall(now)), leaseOf(program))
    : claimOfDue(db).execute({ environment, now: toIso(now), ahead, limit, owner: instanceId });
  return (await claimed).map((row) => leasedSince(row, now));
}

/** Claims one order; null while another instance works on it. */
export async function claimOne(program: Program, id: string): Promise<OrderRow | null> {
  const { db, clock } = program;
  const now = clock.now();
  const one = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), unleased(aheadOf(clock))))
    .for("update", { skipLocked: true });
  const [row] = await claim(db, one, leaseOf(program));
  return row === undefined ? null : leasedSince(row, now);
}

function leaseOf(program: Program) {
  return { leaseOwner: program.instanceId, leaseUntil: leaseEnd(program) };
}

/**
 * The row with the end of its lease by our own clock: no later than by the database's, because the lease began after we asked for
 * it.
 */
function leasedSince(row: OrderRow, asked: Instant): OrderRow {
  return { ...row, leaseUntil: asked + LEASE };
}

function claim(db: Database, ids: SQLWrapper, lease: { leaseOwner: string | SQL; leaseUntil: SQL }) {
  return db
    .update(orders)
    .set({ ...lease, fence: sql`${orders.fence} + 1` })
    .where(inArray(orders.id, ids))
    .returning();
}

/** Orders with an open attempt, and orders whose time is over: their next state is known without asking the service. */
function needsNoCall(now: Instant) {
  return or(
    eq(orders.state, "submitting"),
    and(
      eq(orders.state, "waiting"),
      // The same rule as `sendingDeadline()` (lib/orders/lifecycle/sendingDeadline.ts).
      or(lte(orders.sendBefore, now), and(isNull(orders.sendBefore), sendableBefore(now - WAITING_BUDGET))),
    ),
    and(eq(orders.state, "unconfirmed"), sendableBefore(now - UNCONFIRMED_BUDGET)),
  );
}

/** The same rule as `sendableSince()` (lib/orders/lifecycle/orderRecord.ts). */
function sendableBefore(moment: Instant) {
  return or(lte(orders.approvedAt, moment), and(isNull(orders.approvedAt), lte(orders.createdAt, moment)));
}

function unleased(ahead: number | Placeholder) {
  return or(isNull(orders.leaseUntil), lte(orders.leaseUntil, sharedNow(ahead)));
}

/** Says whether a lease is certain to be ours at this moment, without asking the database. */
export type IsLeased = () => boolean;

/**
 * Does the work under the lease, and renews it meanwhile. If little of it is left, because writing the claim took long, it is renewed
 * before the work begins.
 */
export async function underLease<T>(
  program: Program,
  row: OrderRow,
  work: (isLeased: IsLeased) => Promise<T>,
): Promise<T> {
  const { clock, log } = program;
  const left = (row.leaseUntil ?? 0) - clock.now();
  // By both clocks: one that is set back would make the lease last longer, and the other one stands still while the machine sleeps.
  let until = { clock: clock.now() + left, timer: performance.now() + left };
  const extend = async (): Promise<void> => {
    const next = { clock: clock.now() + LEASE, timer: performance.now() + LEASE };
    try {
      if (await renew(program, row)) until = next;
    } catch (error) {
      log.warn({ order: row.id, error }, "A lease could not be renewed");
    }
  };
  if (left < LEASE / 2) await extend();
  const renewal = setInterval(() => void extend(), RENEW_EVERY);
  try {
    return await work(() => clock.now() < until.clock && performance.now() < until.timer);
  } finally {
    clearInterval(renewal);
  }
}

/** False if somebody has claimed the order since, or the lease has ended. */
async function renew(program: Program, row: OrderRow): Promise<boolean> {
  const renewed = await program.db
    .update(orders)
    .set({ leaseUntil: leaseEnd(program) })
    .where(and(eq(orders.id, row.id), eq(orders.fence, row.fence), isNotNull(orders.leaseOwner)))
    .returning({ id: orders.id });
  return renewed.length > 0;
}

export async function releaseLease(program: Program, row: OrderRow): Promise<void> {
  await program.db
    .update(orders)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(orders.id, row.id), eq(orders.fence, row.fence)));
}
