import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { OrderDraft, OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { ownDrafts, type DraftRow } from "./draftRow.ts";
import { draftView } from "./readDraft.ts";

/** What a draft is opened with: a name, or the order that it belongs to. */
export type OpenedDraft = Pick<OrderDraft, "lines"> &
  Partial<Omit<OrderDraft, "lines">> & { origin?: string; name?: string };

/**
 * Creates a draft with a name, or opens the one that belongs to an order, for example to order its missing codes: it is filled with
 * the given lines and texts if it is new or has no lines, and otherwise left unchanged.
 * @throws AppError `forbidden`.
 */
export async function openDraft(request: MemberRequest, opened: OpenedDraft): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  return draftView(request, await writeOpenedDraft(request, opened));
}

/** The same, and nothing is read for a page. */
export async function writeOpenedDraft(
  request: MemberRequest,
  { origin, name, ...draft }: OpenedDraft,
): Promise<DraftRow> {
  const content: Content = { draft: { ...EMPTY_DRAFT, ...draft }, savedAt: request.clock.now() };
  const known = origin === undefined ? undefined : await openKnown(request, origin, content);
  if (known !== undefined) return known;
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
  // In the way is one that was opened at the same moment.
  const row = made ?? (await openKnown(request, origin ?? "", content));
  if (row === undefined) throw new Error("a draft that was just opened is gone");
  return row;
}

type Content = Pick<DraftRow, "draft" | "savedAt">;

/** The member's own draft for an order, filled if it has no lines. Of several, the one without a name. */
async function openKnown(
  request: MemberRequest,
  origin: string,
  content: Content,
): Promise<DraftRow | undefined> {
  const [known] = await request.db
    .select()
    .from(drafts)
    .where(and(ownDrafts(request), eq(drafts.origin, origin)))
    .orderBy(sql`${drafts.name} nulls first`, asc(drafts.id))
    .limit(1);
  if (known === undefined || known.draft.lines.length > 0) return known;
  const [filled] = await request.db
    .update(drafts)
    .set({ ...content, version: sql`${drafts.version} + 1` })
    .where(and(eq(drafts.id, known.id), sql`jsonb_array_length(${drafts.draft}->'lines') = 0`))
    .returning();
  // Somebody else has filled it meanwhile.
  return filled ?? openKnown(request, origin, content);
}
