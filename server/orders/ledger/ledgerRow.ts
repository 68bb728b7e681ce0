import "server-only";
import { and, eq, or } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orders } from "#server/db/schema/orders.ts";

/** One row of the ledger. Its fields of the same names are the {@link OrderRecord} of the rules. */
export type OrderRow = typeof orders.$inferSelect;

/** What is known of an order before anybody has asked the service. */
export const UNKNOWN = {
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
  nextActionAt: null,
  lastPollAt: null,
  polls: 0,
} satisfies Partial<OrderRow>;

/** The part of a row that events change, as columns. */
export function recordColumns(facts: OrderRecord): Partial<OrderRow> {
  return {
    state: facts.state,
    externalOrderCode: facts.externalOrderCode,
    orderId: facts.orderId,
    currency: facts.currency,
    price: facts.price,
    attempts: facts.attempts,
    everAmbiguous: facts.everAmbiguous,
    refusal: facts.refusal,
    refusedLines: facts.refusedLines,
    statusName: facts.statusName,
    message: facts.message,
    reason: facts.reason,
    delivered: facts.delivered,
    ordered: facts.ordered,
    estimatedReadyAt: facts.estimatedReadyAt,
    wallet: facts.wallet,
    placedAt: facts.placedAt,
    finishedAt: facts.finishedAt,
    alarm: facts.alarm,
    nextActionAt: facts.nextActionAt,
    lastPollAt: facts.lastPollAt,
    polls: facts.polls,
  };
}

/**
 * The order that a reference means here: an own code first, then an order id (docs/service-interface.md §10.4: digits can be either).
 */
export async function findByReference(
  db: Database | Transaction,
  environment: Environment,
  reference: string,
): Promise<OrderRow | null> {
  const rows = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.environment, environment),
        or(eq(orders.externalOrderCode, reference), eq(orders.orderId, reference)),
      ),
    )
    .limit(10);
  return rows.find((row) => row.externalOrderCode === reference) ?? rows[0] ?? null;
}

export async function findByConfirmation(
  db: Database | Transaction,
  confirmationId: string,
): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.confirmationId, confirmationId));
  return row ?? null;
}

export async function readRow(db: Database | Transaction, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}
