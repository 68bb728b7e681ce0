import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { openDraftRequest, OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { ownDrafts } from "./draftRow.ts";
import { draftView } from "./readDraft.ts";

/**
 * Opens the draft that belongs to an order, such as one for its missing codes: beside the draft that the catalog adds to. There
 * is one of them for each order and member: it gets the lines when it is new or empty, and stays as it is otherwise.
 * Throws `forbidden`.
 */
export async function openDraft(
  request: DeskRequest,
  { origin, lines }: z.output<typeof openDraftRequest>,
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  const content = { draft: { ...EMPTY_DRAFT, lines }, savedAt: request.clock.now() };
  await request.db
    .insert(drafts)
    .values({
      memberId: request.actor.id,
      environment: request.environment,
      origin,
      version: 1,
      ...content,
    })
    .onConflictDoNothing();
  const ofOrigin = and(ownDrafts(request), eq(drafts.origin, origin));
  await request.db
    .update(drafts)
    .set({ ...content, version: sql`${drafts.version} + 1` })
    .where(and(ofOrigin, sql`jsonb_array_length(${drafts.draft}->'lines') = 0`));
  const [row] = await request.db.select().from(drafts).where(ofOrigin);
  if (row === undefined) throw new Error("a draft that was just opened is gone");
  return draftView(request, row);
}
