import "server-only";
import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import { addToAlarm } from "#lib/orders/lifecycle/mergeReport.ts";
import type { OrderRecord } from "#lib/orders/lifecycle/orderRecord.ts";
import { isDelivered } from "#lib/orders/lifecycle/states.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** Keeps the code and the order id of an order unique within the environment. */
export async function withOwnNames(
  db: Database | Transaction,
  before: OrderRow,
  record: OrderRecord,
): Promise<OrderRecord> {
  const named = await withOwnCode(db, before, record);
  // Checked once, when codes are delivered, and not with every poll of an unfinished order.
  return isDelivered(named.state) && !isDelivered(before.state) ? withOwnId(db, before, named) : named;
}

/**
 * The code of an order that was found by its id becomes known later, and may already belong to another order in the ledger. That
 * order keeps the code, and this one is not polled any more.
 */
async function withOwnCode(
  db: Database | Transaction,
  before: OrderRow,
  record: OrderRecord,
): Promise<OrderRecord> {
  const code = record.externalOrderCode;
  if (code === null || code === before.externalOrderCode) return record;
  const other = await findOther(db, before, eq(orders.externalOrderCode, code));
  if (other === undefined) return record;
  return {
    ...record,
    externalOrderCode: before.externalOrderCode,
    alarm: addToAlarm(record.alarm, [`This is the order ${code}, which is in the ledger already.`]),
    nextActionAt: null,
  };
}

/** Two orders with the same order id are one purchase at the service. */
async function withOwnId(
  db: Database | Transaction,
  before: OrderRow,
  record: OrderRecord,
): Promise<OrderRecord> {
  if (record.orderId === null || record.origin !== "placed") return record;
  const other = await findOther(db, before, eq(orders.orderId, record.orderId));
  const code = other?.externalOrderCode ?? null;
  if (code === null) return record;
  const alarm = addToAlarm(record.alarm, [`The service has given this order the order ID of ${code}.`]);
  return { ...record, alarm };
}

const placedWithId = prepared((db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.environment, sql.placeholder("environment")),
        eq(orders.orderId, sql.placeholder("orderId")),
        eq(orders.origin, "placed"),
        ne(orders.id, sql.placeholder("own")),
      ),
    )
    .limit(1)
    .prepare("placed_with_id"),
);

/** Whether another order that was placed here has this order id. */
export async function isIdOfAnother(
  db: Database,
  { id: own, environment }: OrderRow,
  orderId: string,
): Promise<boolean> {
  return (await placedWithId(db).execute({ environment, orderId, own })).length > 0;
}

async function findOther(db: Database | Transaction, own: OrderRow, named: SQL) {
  const [other] = await db
    .select({ externalOrderCode: orders.externalOrderCode })
    .from(orders)
    .where(and(eq(orders.environment, own.environment), ne(orders.id, own.id), named));
  return other;
}
