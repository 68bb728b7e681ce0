import "server-only";
import { sql } from "drizzle-orm";
import { auditStatement } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { executePlanned } from "#server/db/executePlanned.ts";
import { orders } from "#server/db/schema/orders.ts";
import { attemptStatement } from "./attempts.ts";
import { leaseEnd } from "./lease.ts";
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
  const written = sql`select 1 from written`;
  const leaseUntil = order.leaseUntil === null ? null : leaseEnd(request);
  const insert = db
    .insert(orders)
    .values({ ...order, leaseUntil })
    .onConflictDoNothing()
    .returning({ id: orders.id });
  const record = auditStatement(
    {
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
      },
    },
    written,
  );
  const parts = [sql`written as ${insert}`, sql`audited as (${record})`];
  if (order.attempts > 0) {
    parts.push(
      sql`opened as (${attemptStatement(order, { kind: "open_attempt" }, order.createdAt, written)})`,
    );
  }
  const { rowCount } = await executePlanned(db, sql`with ${sql.join(parts, sql`, `)} ${written}`);
  return rowCount === 1;
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
