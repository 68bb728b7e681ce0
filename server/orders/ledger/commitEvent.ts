import "server-only";
import { isDeepStrictEqual } from "node:util";
import { and, eq, type SQL } from "drizzle-orm";
import type { Code } from "#lib/contracts/codes/codes.ts";
import { orderedQuantity, type OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import { transition, type OrderEvent, type TransitionContext } from "#lib/orders/lifecycle/transition.ts";
import { auditStatement, auditValues, type AuditEntry } from "#server/audit/record.ts";
import type { Program } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { executePlanned, shapeOf } from "#server/db/executePlanned.ts";
import { inTransaction } from "#server/db/inTransaction.ts";
import { isTransient } from "#server/db/isTransient.ts";
import { orders } from "#server/db/schema/orders.ts";
import { readClockSkew } from "#server/serviceLimits/clockSkew.ts";
import { noteBalances } from "#server/serviceLimits/keepBalances.ts";
import { attemptStatement, attemptValues, findOpenAttempt, type AttemptEffect } from "./attempts.ts";
import { rulesOf } from "./eventRules.ts";
import { NOT_DISMISSED, recordColumns, type OrderRow } from "./ledgerRow.ts";
import { withOwnNames } from "./ownNames.ts";
import { leasedUpdate, leaseValues, updateLeased } from "./updateLeased.ts";
import { rememberFingerprints } from "./rememberFingerprints.ts";

export type EventCommit = {
  event: OrderEvent;
  /** What the audit record says beside the states. */
  details?: Record<string, unknown>;
  /** Null: the program itself. */
  actorId?: string | null;
  /** The change to the order's attempt, in the same transaction. */
  effect?: AttemptEffect;
  /** Delivered codes that came with the answer, to be recognised later. */
  codes?: readonly Code[];
};

/**
 * Applies an event to an order under its lease. The changed row (see `transition()`), its audit record and the effect are written
 * in one transaction (docs/decisions/0012-one-write-path-for-order-events.md), provided that the row still has the revision that
 * the event was applied to; otherwise the row is read again and the event applied to it. An attempt is not marked lost if its
 * outcome is already known.
 * @returns null when the lease was lost: nothing was written, and the worker that now has the order reads it again.
 */
export async function commitEvent(
  program: Program,
  leased: OrderRow,
  commit: EventCommit,
): Promise<OrderRow | null> {
  const { effect } = commit;
  const skewMs = await readClockSkew(program, leased.environment);
  for (let before: OrderRow | null = leased; before !== null; before = await readLeased(program, leased)) {
    const isStale = effect?.kind === "lose_attempt" && before !== leased;
    if (isStale && (await findOpenAttempt(program.db, leased.id)) === null) return before;
    const context = { now: program.clock.now(), skewMs, random: Math.random() };
    const after = await writeWithCodes(program, before, commit, context);
    if (after !== null) {
      noteWallet(program, before, after, commit.event);
      return after;
    }
  }
  return null;
}

/**
 * The wallet snapshot in the answer to an attempt is current. The interface does not say whether the snapshot in a poll is
 * current or dates from when the order was placed (docs/service-interface.md §2.3), so a poll's is used only if it differs from
 * the order's earlier one.
 */
function noteWallet(
  program: Program,
  before: OrderRow,
  { environment, id, updatedAt }: OrderRow,
  event: OrderEvent,
): void {
  const reading =
    event.kind === "attempt_accepted" || event.kind === "poll_answered" ? event.report.wallet : null;
  if (reading === null) return;
  const known = before.wallet?.balances;
  const isNews = known !== undefined && !isDeepStrictEqual(known, reading.balances);
  if (event.kind === "poll_answered" && !isNews) return;
  noteBalances(program, { environment, reading, at: updatedAt, orderRow: id });
}

/** The row, unless somebody has claimed it since, or a commit whose answer was lost has already ended the lease. */
async function readLeased(program: Program, leased: OrderRow): Promise<OrderRow | null> {
  const [row] = await program.db.select().from(orders).where(isLeased(program, leased));
  return row === undefined ? null : { ...row, leaseUntil: leased.leaseUntil };
}

function isLeased({ instanceId }: Program, { id, fence }: OrderRow): SQL | undefined {
  return and(eq(orders.id, id), eq(orders.fence, fence), eq(orders.leaseOwner, instanceId));
}

/** A single statement is a transaction by itself; codes need several statements, hence an explicit one. */
function writeWithCodes(
  program: Program,
  before: OrderRow,
  commit: EventCommit,
  context: TransitionContext,
): Promise<OrderRow | null> {
  const { codes = [] } = commit;
  if (codes.length === 0) return write(program, program.db, before, commit, context);
  return inTransaction(program.db, async (tx) => {
    const after = await write(program, tx, before, commit, context);
    if (after !== null) await rememberCodes(program, tx, before, after, codes);
    return after;
  });
}

/** What became of the order is written even where its codes cannot be remembered: an order that was bought must not be lost by that. */
async function rememberCodes(
  program: Program,
  tx: Transaction,
  before: OrderRow,
  after: OrderRow,
  codes: readonly Code[],
): Promise<void> {
  const wasDismissed = before.dismissedAt !== null;
  try {
    await tx.transaction((part) => rememberFingerprints(part, program, after, codes, wasDismissed));
  } catch (error) {
    if (isTransient(error)) throw error;
    program.log.error({ order: after.id, error }, "The fingerprints of delivered codes could not be stored");
  }
}

/** The row, its audit record and its attempt in one statement; alone where there is neither, as with most polls. Null when the lease was lost or the row has changed since. */
async function write(
  program: Program,
  db: Database | Transaction,
  before: OrderRow,
  commit: EventCommit,
  context: TransitionContext,
): Promise<OrderRow | null> {
  const record = await withOwnNames(db, before, transition(before, commit.event, context));
  const lease = rulesOf(commit.event).keepsLease(record) ? {} : { leaseOwner: null, leaseUntil: null };
  // A change ends the dismissal: the member who dismissed the order has not seen it.
  const isNews = before.state !== record.state || before.alarm !== record.alarm;
  const columns = {
    ...changedColumns(before, record),
    ...lease,
    ...(isNews ? NOT_DISMISSED : {}),
    revision: before.revision + 1,
    updatedAt: context.now,
  };
  const after: OrderRow = { ...before, ...columns };
  const isRecorded = isWorthARecord(before, after, commit.event);
  if (!isRecorded && commit.effect === undefined) {
    return (await updateLeased(program, db, before, columns)) ? after : null;
  }
  const { effect } = commit;
  const isWritten = await executePlanned(db, {
    purpose: "commit an event",
    shape: `${isRecorded ? "audited" : ""} ${effect?.kind ?? ""} ${shapeOf(columns)}`,
    build: () => [
      leasedUpdate(db, columns),
      ...(isRecorded ? [auditStatement] : []),
      ...(effect === undefined ? [] : [attemptStatement(effect.kind)]),
    ],
    values: {
      ...columns,
      ...leaseValues(program, before),
      ...(isRecorded ? auditValues(entryOf(before, after, commit)) : {}),
      ...(effect === undefined ? {} : attemptValues(after, effect, context.now)),
    },
  });
  return isWritten ? after : null;
}

function entryOf(before: OrderRow, after: OrderRow, commit: EventCommit): AuditEntry {
  return {
    at: after.updatedAt,
    environment: after.environment,
    actorId: commit.actorId ?? null,
    action: rulesOf(commit.event).action,
    orderRow: after.id,
    fromState: before.state,
    toState: after.state,
    details: { ...commit.details, ...news(before, after) },
  };
}

/** The columns that change. */
function changedColumns(before: OrderRow, record: OrderRecord): Partial<OrderRow> {
  const columns = Object.entries(recordColumns(record)).filter(
    // The keys of a row, by construction.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ([name, value]) => !Object.is(before[name as keyof OrderRow], value),
  );
  return Object.fromEntries(columns);
}

function isWorthARecord(before: OrderRecord, after: OrderRecord, event: OrderEvent): boolean {
  return (
    rulesOf(event).isAlwaysRecorded ||
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
    ...(after.delivered === before.delivered
      ? {}
      : { delivered: after.delivered, ordered: orderedQuantity(after) }),
    ...(after.alarm === before.alarm ? {} : { alarm: after.alarm }),
    ...(after.reason === before.reason ? {} : { reason: after.reason }),
  };
}
