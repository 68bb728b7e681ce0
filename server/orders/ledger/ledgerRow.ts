import "server-only";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orders } from "#server/db/schema/orders.ts";

/** One row of the ledger. Its fields of the same names are the {@link OrderRecord} of the rules. */
export type OrderRow = typeof orders.$inferSelect;

/** The order is on the list of what needs attention, provided that its state or alarm puts it there. */
export const NOT_DISMISSED = { dismissedAt: null, dismissedBy: null } satisfies Partial<OrderRow>;

/** The columns of an order about which the service has told us nothing yet, and which nobody has acted on. */
export const UNKNOWN = {
  ...NOT_DISMISSED,
  automation: null,
  follows: null,
  overLimit: null,
  budgets: [],
  approvedAt: null,
  sendBefore: null,
  orderId: null,
  currency: null,
  price: null,
  attempts: 0,
  everAmbiguous: false,
  refusal: null,
  refusedLines: [],
  statusName: null,
  message: null,
  reason: null,
  delivered: null,
  ordered: null,
  estimatedReadyAt: null,
  wallet: null,
  placedAt: null,
  finishedAt: null,
  alarm: null,
  otherOrder: null,
  nextActionAt: null,
  lastPollAt: null,
  polls: 0,
} satisfies Partial<OrderRow>;

/** The part of a row that events change, as columns. */
export function recordColumns(record: OrderRecord): Partial<OrderRow> {
  return {
    state: record.state,
    externalOrderCode: record.externalOrderCode,
    orderId: record.orderId,
    currency: record.currency,
    price: record.price,
    attempts: record.attempts,
    everAmbiguous: record.everAmbiguous,
    refusal: record.refusal,
    refusedLines: record.refusedLines,
    statusName: record.statusName,
    message: record.message,
    reason: record.reason,
    delivered: record.delivered,
    ordered: record.ordered,
    estimatedReadyAt: record.estimatedReadyAt,
    wallet: record.wallet,
    placedAt: record.placedAt,
    finishedAt: record.finishedAt,
    alarm: record.alarm,
    otherOrder: record.otherOrder,
    nextActionAt: record.nextActionAt,
    lastPollAt: record.lastPollAt,
    polls: record.polls,
    approvedAt: record.approvedAt,
    sendBefore: record.sendBefore,
  };
}

/** The orders that one of these references may mean, in their environment: by our own code, or by the service's id. */
export function referredToBy(environment: Environment, references: readonly string[]): SQL | undefined {
  return and(
    eq(orders.environment, environment),
    or(inArray(orders.externalOrderCode, references), inArray(orders.orderId, references)),
  );
}

/**
 * The order that a reference means: our own code takes precedence over an order id (docs/service-interface.md §10.4: digits can
 * be either).
 */
export async function findByReference(
  db: Database | Transaction,
  environment: Environment,
  reference: string,
): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(referredToBy(environment, [reference]))
    .limit(10);
  return rows.find((row) => row.externalOrderCode === reference) ?? rows[0] ?? null;
}

/** The orders that references mean, with the same precedence as {@link findByReference}, by reference. */
export async function findAllByReference(
  db: Database,
  environment: Environment,
  references: readonly string[],
): Promise<Map<string, OrderRow>> {
  const wanted = new Set(references);
  const rows = await db
    .select()
    .from(orders)
    .where(referredToBy(environment, [...wanted]));
  const found = new Map<string, OrderRow>();
  for (const row of rows) if (row.orderId !== null && wanted.has(row.orderId)) found.set(row.orderId, row);
  for (const row of rows) {
    if (row.externalOrderCode !== null && wanted.has(row.externalOrderCode))
      found.set(row.externalOrderCode, row);
  }
  return found;
}

const rowOfConfirmation = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.confirmationId, sql.placeholder("confirmationId")))
    .prepare("order_of_confirmation"),
);

/** The order that a confirmation made. */
export async function findByConfirmation(db: Database, confirmationId: string): Promise<OrderRow | null> {
  const [row] = await rowOfConfirmation(db).execute({ confirmationId });
  return row ?? null;
}

export async function readRow(db: Database | Transaction, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}
