import "server-only";
import { eq, sql } from "drizzle-orm";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import type { SavedDraft, SaveChangesRequest } from "#lib/contracts/orders/drafts.ts";
import { applyPatch } from "#lib/orders/drafts/draftChange.ts";
import { counted } from "#lib/text/counts.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts, orderedDraftLines } from "#server/db/schema/orders.ts";
import { draftChanged, lockDraft, type DraftRow } from "./draftRow.ts";
import { refuseUnstorable } from "./refuseUnstorable.ts";
import { readProductsOf } from "./readDraft.ts";

/**
 * Saves what was typed into a draft since `version`.
 * @throws AppError `forbidden`, `validation`, `not-found`; as `saveDraft`, `conflict` for an older version, and for a line that was
 * already ordered.
 */
export async function saveChanges(
  request: MemberRequest,
  { id, version, ...patch }: SaveChangesRequest,
): Promise<SavedDraft> {
  requirePermission(request, "orders.place");
  const lines = patch.lines.flatMap((change) => ("line" in change ? change.line : []));
  refuseUnstorable({ ...patch.texts, lines });
  const stored = await request.db.transaction(async (tx) => {
    const row = await lockDraft(tx, request, id);
    if (row.version !== version || (await wereOrdered(tx, lines))) {
      throw draftChanged();
    }
    return storeDraft(tx, request, row, applyPatch(row.draft, patch));
  });
  return { ...stored, ...(await readProductsOf(request, lines)) };
}

export async function wereOrdered(tx: Transaction, lines: OrderDraft["lines"]): Promise<boolean> {
  if (lines.length === 0) return false;
  const [ordered] = await tx
    .select({ lineId: orderedDraftLines.lineId })
    .from(orderedDraftLines)
    .where(sql`${orderedDraftLines.lineId} = any(${sql.param(lines.map(({ id }) => id))}::uuid[])`)
    .limit(1);
  return ordered !== undefined;
}

/**
 * Writes the new content of a locked draft.
 * @throws AppError `validation` for more lines than a draft holds.
 */
export async function storeDraft(
  tx: Transaction,
  request: MemberRequest,
  row: DraftRow,
  draft: OrderDraft,
): Promise<Omit<SavedDraft, "products" | "retiredProductIds">> {
  const [before, now] = [row.draft.lines.length, draft.lines.length];
  if (now > MAX_LINES && now > before) {
    const over = counted(now - MAX_LINES, "line", "lines");
    throw new AppError(
      "validation",
      `A draft holds at most ${counted(MAX_LINES, "line", "lines")}. Remove ${over}, or start another draft.`,
      { fields: { lines: `${over} too many.` } },
    );
  }
  const version = row.version + 1;
  const savedAt = request.clock.now();
  await tx.update(drafts).set({ draft, version, savedAt }).where(eq(drafts.id, row.id));
  return { id: row.id, version, savedAt: toIso(savedAt), lineCount: now };
}
