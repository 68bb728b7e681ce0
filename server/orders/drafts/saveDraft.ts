import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { OrderDraft, OrderDraftView, saveDraftRequest } from "#lib/contracts/placeOrder.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { DeskError } from "#server/context/errors.ts";
import { readDraft } from "./readDraft.ts";

/**
 * Keeps the order this member is building, exactly as typed. `version` is the one the draft was read with: a save against
 * an older one throws `conflict`, so that two tabs cannot undo each other; GET then offers the current one. Not audited: a
 * draft commits nobody to anything. Throws `forbidden`, `validation`.
 */
export async function saveDraft(
  request: DeskRequest,
  { draft, version }: z.output<typeof saveDraftRequest>,
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  refuseUnstorable(draft);
  const saved =
    version === 0 ? await insertDraft(request, draft) : await updateDraft(request, draft, version);
  if (!saved) {
    throw new DeskError(
      "conflict",
      "This draft was changed in another tab or on another device. Read it again before saving.",
    );
  }
  return readDraft(request);
}

async function insertDraft(request: DeskRequest, draft: OrderDraft): Promise<boolean> {
  const rows = await request.db
    .insert(drafts)
    .values({
      memberId: request.actor.id,
      environment: request.environment,
      draft,
      version: 1,
      savedAt: request.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ version: drafts.version });
  return rows.length > 0;
}

async function updateDraft(request: DeskRequest, draft: OrderDraft, version: number): Promise<boolean> {
  const rows = await request.db
    .update(drafts)
    .set({ draft, version: sql`${drafts.version} + 1`, savedAt: request.clock.now() })
    .where(
      and(
        eq(drafts.memberId, request.actor.id),
        eq(drafts.environment, request.environment),
        eq(drafts.version, version),
      ),
    )
    .returning({ version: drafts.version });
  return rows.length > 0;
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
