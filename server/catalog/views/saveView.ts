import "server-only";
import { count } from "drizzle-orm";
import type { z } from "zod";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import type { SavedView, saveViewRequestSchema } from "#lib/contracts/catalog/savedViews.ts";
import { toIso } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { AppError } from "#server/context/errors.ts";
import { authoriseViews, inViewList, lockViews, requireFreeViewName, storedQuery } from "./checkView.ts";

/** Number of views that each member, and the team, may have. */
export const VIEWS_LIMIT = 50;

/**
 * Saves a view of the catalog under a name, for the member or for the team; the latter is audited.
 * @throws AppError `forbidden`; `validation` for the unfiltered catalog; `conflict` for a name in use (field `name`) or a full list.
 */
export async function saveView(
  request: MemberRequest,
  { name, view, shared }: z.output<typeof saveViewRequestSchema>,
): Promise<SavedView> {
  authoriseViews(request, shared);
  const { environment, actor } = request;
  const query = storedQuery(view);
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockViews(tx, request, shared);
    await requireFreeViewName(tx, request, { name, shared });
    const [listed] = await tx.select({ count: count() }).from(savedViews).where(inViewList(request, shared));
    if ((listed?.count ?? 0) >= VIEWS_LIMIT) {
      const whose = shared ? "Your team has" : "You have";
      throw new AppError("conflict", `${whose} ${VIEWS_LIMIT} views, which is the limit. Delete one first.`);
    }
    const [saved] = await tx
      .insert(savedViews)
      .values({
        environment,
        memberId: actor.id,
        shared,
        name,
        nameKey: viewNameKey(name),
        query,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: savedViews.id });
    if (!saved) throw new Error("A saved view has no id.");
    if (shared) {
      await recordAudit(tx, {
        at: now,
        environment,
        actorId: actor.id,
        action: "team-view.saved",
        details: { name, view: query },
      });
    }
    return {
      id: saved.id,
      name,
      query,
      shared,
      savedBy: actor.name,
      mayChange: true,
      createdAt: toIso(now),
    };
  });
}
