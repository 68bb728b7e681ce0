import "server-only";
import { eq } from "drizzle-orm";
import type { LabelOrderRequest, OrderView } from "#lib/contracts/orders/order.ts";
import { TAGS_LIMIT } from "#lib/contracts/orders/orderTags.ts";
import { withChange } from "#lib/setChange.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orders } from "#server/db/schema/orders.ts";
import { refuseUnstorable } from "#server/orders/drafts/refuseUnstorable.ts";
import { readRow, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { orderView } from "#server/orders/ledger/orderView.ts";
import { findOrAdoptOrder } from "./readOrder.ts";

type Labels = Pick<OrderRow, "purchaseOrder" | "note" | "tags">;

/**
 * Changes what the team keeps with an order (purchase order, note and tags), whatever its state; what is left out stays. The
 * service never receives them, so the intent stays as it was confirmed. Audited with the previous values.
 * @throws AppError `forbidden`, `not-found`, `validation`.
 */
export async function labelOrder(
  request: MemberRequest,
  { reference, ...input }: { reference: string } & LabelOrderRequest,
): Promise<OrderView> {
  requirePermission(request, "orders.place");
  const { purchaseOrder, note } = input;
  refuseUnstorable({ purchaseOrder: purchaseOrder ?? "", note: note ?? "" });
  const { id } = await findOrAdoptOrder(request, reference);
  await request.db.transaction(async (tx) => {
    const [before] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
    if (before === undefined) return;
    const labels: Labels = {
      purchaseOrder: changed(purchaseOrder, before.purchaseOrder),
      note: changed(note, before.note),
      tags: changedTags(before.tags, input),
    };
    const changes = changesOf(before, labels);
    if (Object.keys(changes).length === 0) return;
    const now = request.clock.now();
    await tx
      .update(orders)
      .set({ ...labels, updatedAt: now })
      .where(eq(orders.id, id));
    await recordAudit(tx, {
      at: now,
      environment: before.environment,
      actorId: request.actor.id,
      action: "order.labelled",
      orderRow: id,
      details: changes,
    });
  });
  const after = await readRow(request.db, id);
  if (after === null) throw new Error("an order that was just changed is gone");
  return orderView(request, after);
}

function changed(text: string | undefined, before: string | null): string | null {
  return text === undefined ? before : text.trim() || null;
}

/** @throws AppError `validation` if they would be too many. */
function changedTags(before: string[], { tags = before, addTags, removeTags }: LabelOrderRequest): string[] {
  const after = withChange(tags, { added: addTags, removed: removeTags });
  if (after.length <= TAGS_LIMIT) return after;
  const message = `Use at most ${TAGS_LIMIT} tags. With those that the order has by now, it would have ${after.length}.`;
  throw new AppError("validation", message, { fields: { tags: message } });
}

function changesOf(before: Labels, after: Labels): Record<string, { from: unknown; to: unknown }> {
  const names = ["purchaseOrder", "note", "tags"] as const;
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}
