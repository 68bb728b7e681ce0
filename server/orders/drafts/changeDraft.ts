import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { DraftsPage, changeDraftRequestSchema } from "#lib/contracts/orders/drafts.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { listDrafts } from "./listDrafts.ts";
import { requireDraft, type DraftRow } from "./draftRow.ts";

/**
 * Names a draft, shares it with the team, deletes it or restores it. Every member who sees a draft may name it; only its owner
 * may do the rest. Once the draft that the catalog adds to gets a name, the catalog adds to a new one. A deleted draft keeps its
 * lines, but they cannot be ordered.
 * @throws AppError `forbidden`, `not-found`, `conflict`.
 */
export async function changeDraft(
  request: MemberRequest,
  { draftId, name, shared, deleted }: { draftId: string } & z.output<typeof changeDraftRequestSchema>,
): Promise<DraftsPage> {
  requirePermission(request, "orders.place");
  const row =
    deleted === false ? await requireDeleted(request, draftId) : await requireDraft(request, draftId);
  if (row.memberId !== request.actor.id && (shared !== undefined || deleted !== undefined)) {
    throw new AppError("forbidden", "Only the member who made this draft can share or delete it.");
  }
  if (row.name === null && row.origin === null && name === undefined) {
    throw new AppError("conflict", "The catalog adds to this draft. Give it a name first.");
  }
  await request.db
    .update(drafts)
    .set({
      ...(name === undefined ? {} : { name }),
      ...(shared === undefined ? {} : { shared }),
      ...(deleted === undefined ? {} : { deletedAt: deleted ? request.clock.now() : null }),
    })
    .where(eq(drafts.id, draftId));
  return listDrafts(request);
}

async function requireDeleted(request: MemberRequest, draftId: string): Promise<DraftRow> {
  const isTheirs = and(
    eq(drafts.id, draftId),
    eq(drafts.memberId, request.actor.id),
    eq(drafts.environment, request.environment),
  );
  const [row] = await request.db.select().from(drafts).where(isTheirs);
  if (row === undefined) return requireDraft(request, draftId);
  if (row.origin === null || row.name !== null || row.deletedAt === null) return row;
  const [other] = await request.db
    .select({ id: drafts.id })
    .from(drafts)
    .where(
      and(
        eq(drafts.memberId, request.actor.id),
        eq(drafts.environment, request.environment),
        eq(drafts.origin, row.origin),
        isNull(drafts.name),
        isNull(drafts.deletedAt),
      ),
    );
  if (other === undefined) return row;
  throw new AppError("conflict", `There is already another draft for order ${row.origin}. Open that one.`);
}
