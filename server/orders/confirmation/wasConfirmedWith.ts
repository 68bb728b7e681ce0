import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { allAuditRecords } from "#server/audit/allRecords.ts";
import type { Database } from "#server/db/connect.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

type Labels = Pick<OrderRow, "purchaseOrder" | "note" | "tags">;

/** Of each label that a member has changed: what it was before. */
const changeSchema = z.object({
  purchaseOrder: z.object({ from: z.string().nullable() }).optional(),
  note: z.object({ from: z.string().nullable() }).optional(),
  tags: z.object({ from: z.array(z.string()) }).optional(),
});

/**
 * Whether an order was confirmed with this purchase order, note and these tags, although somebody may have changed them since. The
 * order of the tags does not count.
 */
export async function wasConfirmedWith(
  db: Database,
  order: OrderRow,
  { purchaseOrder, note, tags }: PlaceOrderRequest,
): Promise<boolean> {
  const asked: Labels = { purchaseOrder: purchaseOrder ?? null, note: note ?? null, tags: tags ?? [] };
  return isSame(order, asked) || isSame(await confirmedLabels(db, order), asked);
}

/** Found by undoing every change, the last one first. */
async function confirmedLabels(db: Database, order: OrderRow): Promise<Labels> {
  const records = allAuditRecords(db).as("records");
  const changes = await db
    .select({ details: records.details })
    .from(records)
    .where(and(eq(records.orderRow, order.id), eq(records.action, "order.labelled")))
    .orderBy(asc(records.id));
  return changes.reduceRight<Labels>((after, { details }) => {
    const { purchaseOrder, note, tags } = changeSchema.parse(details);
    return {
      purchaseOrder: purchaseOrder === undefined ? after.purchaseOrder : purchaseOrder.from,
      note: note === undefined ? after.note : note.from,
      tags: tags?.from ?? after.tags,
    };
  }, order);
}

/** A label that is missing and a blank one are the same. */
function isSame(one: Labels, other: Labels): boolean {
  return (
    (one.purchaseOrder ?? "").trim() === (other.purchaseOrder ?? "").trim() &&
    (one.note ?? "").trim() === (other.note ?? "").trim() &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag) => other.tags.includes(tag))
  );
}
