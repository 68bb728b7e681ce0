import "server-only";
import { auditStatement, auditValues, type AuditEntry } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { executePlanned, placeholdersFor, shapeOf } from "#server/db/executePlanned.ts";
import { orders } from "#server/db/schema/orders.ts";
import { attemptStatement, attemptValues } from "./attempts.ts";
import { LEASE_END, leaseEndValues } from "./lease.ts";
import { readRow, type OrderRow } from "./ledgerRow.ts";

/**
 * Writes the order, its audit record and, unless the order has to wait, its first attempt, in one statement and so in one
 * transaction. False when the confirmation or the code is already in the ledger; then nothing was written.
 */
export async function writeIntent(
  request: MemberRequest,
  db: Database | Transaction,
  order: OrderRow,
): Promise<boolean> {
  const { leaseUntil, ...columns } = order;
  const isLeased = leaseUntil !== null;
  const isAttempted = order.attempts > 0;
  const record: AuditEntry = {
    at: order.createdAt,
    environment: order.environment,
    actorId: request.actor.id,
    action: "order.confirmed",
    orderRow: order.id,
    toState: order.state,
    details: {
      price: order.price,
      currency: order.currency,
      lines: order.lines.length,
      ...(order.overLimit === null ? {} : { overLimit: order.overLimit }),
      ...(order.automation === null ? {} : { automation: order.automation }),
    },
  };
  return executePlanned(db, {
    purpose: "write an intent",
    shape: `${isLeased ? "leased" : ""} ${isAttempted ? "attempted" : ""} ${shapeOf(columns)}`,
    build: () => {
      const insert = db
        .insert(orders)
        .values({ ...placeholdersFor(columns), leaseUntil: isLeased ? LEASE_END : null })
        .onConflictDoNothing()
        .returning({ id: orders.id });
      return [insert, auditStatement, ...(isAttempted ? [attemptStatement("open_attempt")] : [])];
    },
    values: {
      ...columns,
      ...leaseEndValues(request),
      ...auditValues(record),
      ...(isAttempted ? attemptValues(order, { kind: "open_attempt" }, order.createdAt) : {}),
    },
  });
}

/**
 * Reads an intent whose write was not confirmed, because only the database's answer may have been lost: the order can then be
 * sent now and not only when its lease expires. The returned row may be one that waits for approval.
 */
export async function readWritten(
  request: MemberRequest,
  order: OrderRow,
  error: unknown,
): Promise<OrderRow> {
  const row = await readRow(request.db, order.id).catch(() => null);
  if (row === null || row.fence !== order.fence) throw error;
  // By our own clock, as in the order.
  return row.leaseUntil === null ? row : { ...row, leaseUntil: order.leaseUntil };
}
