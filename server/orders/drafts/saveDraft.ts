import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { OrderDraftView, saveDraftRequestSchema } from "#lib/contracts/orders/placeOrder.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";
import { draftChanged, requireDraft, visibleDrafts } from "./draftRow.ts";
import { draftView } from "./readDraft.ts";
import { refuseUnstorable } from "./refuseUnstorable.ts";

/**
 * Saves a draft exactly as typed. `version` is the one it was read with: saving over an older version throws `conflict`, so that
 * two tabs cannot undo each other's changes; so does a line that was already ordered. Reading the draft again returns the current
 * version. Not audited, because a draft buys nothing.
 * @throws AppError `forbidden`, `validation`, `not-found`, `conflict`.
 */
export async function saveDraft(
  request: MemberRequest,
  { id, draft, version }: z.output<typeof saveDraftRequestSchema>,
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  refuseUnstorable(draft);
  const lineIds = draft.lines.map((line) => line.id);
  const [row] = await request.db
    .update(drafts)
    .set({ draft, version: sql`${drafts.version} + 1`, savedAt: request.clock.now() })
    .where(
      and(
        visibleDrafts(request),
        eq(drafts.id, id),
        eq(drafts.version, version),
        sql`not exists (select 1 from ${orderedDraftLines}
          where ${orderedDraftLines.lineId} = any(${sql.param(lineIds)}::uuid[]))`,
      ),
    )
    .returning();
  if (row !== undefined) return draftView(request, row);
  await requireDraft(request, id);
  throw draftChanged();
}
