import "server-only";
import { eq } from "drizzle-orm";
import type { SavedViewsPage } from "#lib/contracts/catalog/savedViews.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { authoriseViews } from "./checkView.ts";
import { listViews } from "./listViews.ts";
import { lockView } from "./lockView.ts";

/**
 * Deletes a saved view; for a team's view this is audited.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function deleteView(
  request: MemberRequest,
  { viewId }: { viewId: string },
): Promise<SavedViewsPage> {
  authoriseViews(request, false);
  await request.db.transaction(async (tx) => {
    const { shared, name, query } = await lockView(tx, request, viewId);
    await tx.delete(savedViews).where(eq(savedViews.id, viewId));
    if (!shared) return;
    await recordAudit(tx, {
      at: request.clock.now(),
      environment: request.environment,
      actorId: request.actor.id,
      action: "team-view.deleted",
      details: { name, view: query },
    });
  });
  return listViews(request);
}
