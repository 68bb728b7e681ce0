import "server-only";
import { asc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { TagOrdersAnswer, tagOrdersRequestSchema } from "#lib/contracts/orders/order.ts";
import { TAGS_LIMIT } from "#lib/contracts/orders/orderTags.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { referredToBy } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Adds tags to several orders of the ledger. Audited for each order that changes. An order that would have too many tags is left
 * unchanged and named in the answer.
 * @throws AppError `forbidden`.
 */
export async function tagOrders(
  request: MemberRequest,
  { references, tags }: z.output<typeof tagOrdersRequestSchema>,
): Promise<TagOrdersAnswer> {
  requirePermission(request, "orders.place");
  const { environment, actor } = request;
  const now = request.clock.now();
  const full: string[] = [];
  let tagged = 0;
  await request.db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: orders.id,
        externalOrderCode: orders.externalOrderCode,
        orderId: orders.orderId,
        tags: orders.tags,
      })
      .from(orders)
      .where(referredToBy(environment, references))
      // Locked in a fixed order, so that two members who tag the same orders cannot deadlock.
      .orderBy(asc(orders.id))
      .for("update");
    for (const row of rows) {
      const after = [...new Set([...row.tags, ...tags])];
      if (after.length === row.tags.length) continue;
      if (after.length > TAGS_LIMIT) {
        full.push(referenceOf(row));
        continue;
      }
      await tx.update(orders).set({ tags: after, updatedAt: now }).where(eq(orders.id, row.id));
      await recordAudit(tx, {
        at: now,
        environment,
        actorId: actor.id,
        action: "order.labelled",
        orderRow: row.id,
        details: { tags: { from: row.tags, to: after } },
      });
      tagged += 1;
    }
  });
  return { tagged, full };
}
