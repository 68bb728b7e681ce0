import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { OrderDraft, OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { ownDrafts } from "./draftRow.ts";
import { draftView } from "./readDraft.ts";

/** What a draft is opened with: a name, or the order that it belongs to. */
export type OpenedDraft = Pick<OrderDraft, "lines"> &
  Partial<Omit<OrderDraft, "lines">> & { origin?: string; name?: string };

/**
 * Creates a draft with a name, or opens the one that belongs to an order, for example to order its missing codes. Each member has
 * at most one draft for an order: it is filled with the given lines and texts if it is new or has no lines, and otherwise left
 * unchanged.
 * @throws AppError `forbidden`.
 */
export async function openDraft(
  request: MemberRequest,
  { origin, name, ...draft }: OpenedDraft,
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  const content = { draft: { ...EMPTY_DRAFT, ...draft }, savedAt: request.clock.now() };
  const [made] = await request.db
    .insert(drafts)
    .values({
      memberId: request.actor.id,
      environment: request.environment,
      origin: origin ?? null,
      name: name ?? null,
      version: 1,
      ...content,
    })
    .onConflictDoNothing()
    .returning();
  if (made !== undefined) return draftView(request, made);
  const ofOrigin = and(ownDrafts(request), eq(drafts.origin, origin ?? ""));
  await request.db
    .update(drafts)
    .set({ ...content, version: sql`${drafts.version} + 1` })
    .where(and(ofOrigin, sql`jsonb_array_length(${drafts.draft}->'lines') = 0`));
  const [row] = await request.db.select().from(drafts).where(ofOrigin);
  if (row === undefined) throw new Error("a draft that was just opened is gone");
  return draftView(request, row);
}
