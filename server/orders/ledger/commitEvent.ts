import "server-only";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { OrderAuditAction } from "#lib/audit/actions.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import { raised } from "#lib/orders/lifecycle/mergeReport.ts";
import { transition, type OrderEvent } from "#lib/orders/lifecycle/transition.ts";
import { auditStatement, recordAudit, type AuditEntry } from "#server/audit/record.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";
import { readClockSkew } from "#server/serviceState/clockSkew.ts";
import { recordColumns, type OrderRow } from "./ledgerRow.ts";

export type EventCommit = {
  event: OrderEvent;
  /** What the audit record says beside the states. */
  action: OrderAuditAction;
  details: Record<string, unknown>;
  /** Null: the program itself. */
  actorId?: string | null;
  /** Kept while more of the same work follows; let go otherwise. */
  keepLease?: boolean;
  /** Another write of the same transaction, as a statement that does nothing unless `held` has a row. */
  beside?: (after: OrderRow) => SQL;
  /** Asked under the row's lock; false: nothing is changed. */
  onlyIf?: (tx: Transaction) => Promise<boolean>;
  /** More that belongs to the same transaction, and needs more than one statement. */
  also?: (tx: Transaction, after: OrderRow) => Promise<void>;
};

/** True within a `beside` statement when the order was still held, and so was changed. */
export const STILL_LEASED = sql`select 1 from held`;

/** Events that always leave a record, even when the state stays. */
const ALWAYS_RECORDED = new Set<OrderEvent["kind"]>(["attempt_accepted", "attempt_failed", "attempt_lost"]);

/**
 * Applies an event to an order under its lease: the new facts, the audit record and whatever else belongs to it, in one
 * transaction. Null when the lease was lost: then nothing was written, and whoever holds it now finds out for itself.
 */
export async function commitEvent(
  program: Program,
  leased: OrderRow,
  commit: EventCommit,
): Promise<OrderRow | null> {
  const skewMs = await readClockSkew(program, leased.environment);
  const around = { now: program.clock.now(), skewMs, random: Math.random() };
  if (commit.also === undefined && commit.onlyIf === undefined) {
    // The lease keeps nearly everybody else from changing the facts: no need to read them again.
    const facts = transition(leased, commit.event, around);
    const after =
      facts.externalOrderCode === leased.externalOrderCode
        ? await inOne(program, leased, facts, commit, around.now)
        : null;
    if (after !== null) return after;
  }
  return program.db.transaction(async (tx) => {
    const [before] = await tx.select().from(orders).where(held(program, leased)).for("update");
    if (before === undefined) return null;
    if (commit.onlyIf !== undefined && !(await commit.onlyIf(tx))) return before;
    const facts = await withOwnCode(tx, before, transition(before, commit.event, around));
    const [after] = await tx
      .update(orders)
      .set({ ...changes(before, facts, commit), updatedAt: around.now })
      .where(eq(orders.id, leased.id))
      .returning();
    if (after === undefined) return null;
    if (isWorthARecord(before, after, commit.event)) {
      await recordAudit(tx, entryOf(before, after, commit, around.now));
    }
    if (commit.beside !== undefined) {
      await tx.execute(sql`with held as (select 1) ${commit.beside(after)}`);
    }
    await commit.also?.(tx, after);
    return after;
  });
}

/**
 * The update, its record and what stands beside it as one statement, which is one transaction and one round trip. Null when the
 * lease was lost, or the facts are no longer those that the event was applied to.
 */
async function inOne(
  program: Program,
  leased: OrderRow,
  facts: OrderRecord,
  commit: EventCommit,
  now: Instant,
): Promise<OrderRow | null> {
  const columns = { ...changes(leased, facts, commit), updatedAt: now };
  const after = { ...leased, ...columns };
  const update = program.db
    .update(orders)
    .set(columns)
    .where(and(held(program, leased), unchanged(leased)))
    .returning({ id: orders.id });
  const parts = [sql`held as ${update}`];
  if (isWorthARecord(leased, after, commit.event)) {
    parts.push(sql`audited as (${auditStatement(entryOf(leased, after, commit, now), STILL_LEASED)})`);
  }
  if (commit.beside !== undefined) parts.push(sql`beside as (${commit.beside(after)})`);
  const { rowCount } = await program.db.execute(sql`with ${sql.join(parts, sql`, `)} ${STILL_LEASED}`);
  return rowCount === 1 ? after : null;
}

function entryOf(before: OrderRow, after: OrderRow, commit: EventCommit, now: Instant): AuditEntry {
  return {
    at: now,
    environment: after.environment,
    actorId: commit.actorId ?? null,
    action: commit.action,
    orderRow: after.id,
    fromState: before.state,
    toState: after.state,
    details: { ...commit.details, ...news(before, after) },
  };
}

/** The order, as long as nobody has claimed it since, and its lease was not let go. */
function held({ instanceId }: Program, leased: OrderRow) {
  return and(
    eq(orders.id, leased.id),
    eq(orders.fence, leased.fence),
    // What was recorded already, though nobody told us, is not recorded once more.
    eq(orders.leaseOwner, instanceId),
  );
}

/** A stopping program marks attempts as lost under the lease of whoever sends them; a reveal raises the alarm without one. */
function unchanged({ state, everAmbiguous, alarm }: OrderRow) {
  return and(
    eq(orders.state, state),
    eq(orders.everAmbiguous, everAmbiguous),
    alarm === null ? isNull(orders.alarm) : eq(orders.alarm, alarm),
  );
}

/** Only the columns that change: what others may write beside the lease (the alarm of changed codes) stays. */
function changes(before: OrderRow, facts: OrderRecord, commit: EventCommit): Partial<OrderRow> {
  const columns = Object.entries(recordColumns(facts)).filter(
    // The keys of a row, by construction.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ([name, value]) => !Object.is(before[name as keyof OrderRow], value),
  );
  const lease = commit.keepLease === true ? {} : { leaseOwner: null, leaseUntil: null };
  return { ...Object.fromEntries(columns), ...lease };
}

/**
 * An order found by its number tells its code later, and that may be in the ledger already, found or placed. The code stays
 * with the order that had it first; this one is not followed any further.
 */
async function withOwnCode(tx: Transaction, before: OrderRow, facts: OrderRecord): Promise<OrderRecord> {
  const code = facts.externalOrderCode;
  if (code === null || code === before.externalOrderCode) return facts;
  const [other] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.environment, before.environment), eq(orders.externalOrderCode, code)));
  if (other === undefined) return facts;
  return {
    ...facts,
    externalOrderCode: before.externalOrderCode,
    alarm: raised(facts.alarm, [`This is the order ${code}, which is in the ledger already.`]),
    nextActionAt: null,
  };
}

function isWorthARecord(before: OrderRecord, after: OrderRecord, event: OrderEvent): boolean {
  return (
    ALWAYS_RECORDED.has(event.kind) ||
    before.state !== after.state ||
    before.externalOrderCode !== after.externalOrderCode ||
    before.orderId !== after.orderId ||
    before.alarm !== after.alarm ||
    before.delivered !== after.delivered
  );
}

function news(before: OrderRow, after: OrderRow): Record<string, unknown> {
  return {
    ...(after.orderId === before.orderId ? {} : { orderId: after.orderId }),
    ...(after.delivered === before.delivered ? {} : { delivered: after.delivered, ordered: after.ordered }),
    ...(after.alarm === before.alarm ? {} : { alarm: after.alarm }),
    ...(after.reason === before.reason ? {} : { reason: after.reason }),
  };
}
