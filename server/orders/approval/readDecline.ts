import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { toIso } from "#lib/time/instant.ts";
import { allAuditRecords } from "#server/audit/allRecords.ts";
import type { Database } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

type Decline = NonNullable<OrderDraftView["origin"]>["decline"];

/** Who declined an order, and why, nobody if it lapsed; null if nobody did, or without a reason, as was possible once. */
export async function readDecline(db: Database, { id, state, createdAt }: OrderRow): Promise<Decline> {
  if (state !== "declined") return null;
  const records = allAuditRecords(db).as("records");
  const [record] = await db
    .select({ by: members.name, details: records.details })
    .from(records)
    .leftJoin(members, eq(members.id, records.actorId))
    .where(and(eq(records.orderRow, id), eq(records.action, "order.declined")))
    .orderBy(desc(records.id))
    .limit(1);
  const reason = record?.details.reason;
  if (record === undefined || typeof reason !== "string") return null;
  const { lapsed, wantsChanges } = record.details;
  const by = lapsed === true ? null : (record.by ?? "A former member");
  return { confirmedAt: toIso(createdAt), by, reason, wantsChanges: wantsChanges === true };
}
