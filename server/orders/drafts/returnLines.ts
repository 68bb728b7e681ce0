import "server-only";
import { eq } from "drizzle-orm";
import { withLinesBack } from "#lib/orders/drafts/draftConfirmation.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { forgetImportedRows } from "./orderDraftLines.ts";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Puts the lines of a rejected order back into their draft, where they can be corrected: nothing was bought
 * (docs/architecture.md#invariants, 5). Has an effect only once, however often it is called.
 */
export async function returnLines(request: MemberRequest, order: OrderRow): Promise<void> {
  if (order.state !== "rejected") return;
  const { note, purchaseOrder, tags } = order;
  await request.db.transaction(async (tx) => {
    const [owner] = await tx
      .select({ draftId: orderedDraftLines.draftId })
      .from(orderedDraftLines)
      .where(eq(orderedDraftLines.orderRow, order.id))
      .limit(1);
    if (owner === undefined) return;
    const [draft] = await tx.select().from(drafts).where(eq(drafts.id, owner.draftId)).for("update");
    // In a deleted draft nobody would see them; the order's page offers to copy them.
    if (draft === undefined || draft.deletedAt !== null) return;
    await forgetImportedRows(tx, order);
    const lines = await tx
      .delete(orderedDraftLines)
      .where(eq(orderedDraftLines.orderRow, order.id))
      .returning({ position: orderedDraftLines.position, line: orderedDraftLines.line });
    if (lines.length === 0) return;
    await tx
      .update(drafts)
      .set({
        draft: withLinesBack(draft.draft, { note, purchaseOrder, tags, lines }),
        version: draft.version + 1,
        savedAt: request.clock.now(),
      })
      .where(eq(drafts.id, draft.id));
  });
}
