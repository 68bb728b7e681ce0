import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { OrderDraft, OrderDraftView, saveDraftRequest } from "#lib/contracts/placeOrder.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";
import { DeskError } from "#server/context/errors.ts";
import { ownDrafts, requireDraft } from "./draftRow.ts";
import { draftView } from "./readDraft.ts";

/**
 * Stores a draft exactly as typed. `version` is the one it was read with: a save against an older one throws `conflict`, so
 * that two tabs cannot undo each other; so does a line that was ordered already. Reading it again offers the current one.
 * Not audited: a draft commits nobody to anything. Throws `forbidden`, `validation`, `not-found`.
 */
export async function saveDraft(
  request: DeskRequest,
  { id, draft, version }: z.output<typeof saveDraftRequest>,
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  refuseUnstorable(draft);
  const lineIds = draft.lines.map((line) => line.id);
  const [row] = await request.db
    .update(drafts)
    .set({ draft, version: sql`${drafts.version} + 1`, savedAt: request.clock.now() })
    .where(
      and(
        ownDrafts(request),
        eq(drafts.id, id),
        eq(drafts.version, version),
        sql`not exists (select 1 from ${orderedDraftLines}
          where ${orderedDraftLines.lineId} = any(${sql.param(lineIds)}::uuid[]))`,
      ),
    )
    .returning();
  if (row !== undefined) return draftView(request, row);
  await requireDraft(request, id);
  throw new DeskError(
    "conflict",
    "This draft was changed in another tab or on another device. Read it again before saving.",
  );
}

/** PostgreSQL's jsonb keeps neither NUL nor half characters; replacing them would change what was typed unseen. */
function refuseUnstorable(draft: OrderDraft): void {
  const texts: Record<string, string> = {
    externalOrderCode: draft.externalOrderCode,
    note: draft.note,
    purchaseOrder: draft.purchaseOrder,
  };
  for (const [index, line] of draft.lines.entries()) {
    texts[`lines.${index}.amount`] = line.amount;
    texts[`lines.${index}.quantity`] = line.quantity;
    texts[`lines.${index}.countryCode`] = line.countryCode;
  }
  const bad = Object.entries(texts).filter(([, text]) => /\0|\p{Surrogate}/u.test(text));
  if (bad.length === 0) return;
  const fields = Object.fromEntries(bad.map(([path]) => [path, "Holds a character that cannot be kept."]));
  throw new DeskError("validation", "Remove the characters that cannot be kept, and save again.", { fields });
}
