import "server-only";
import { count } from "drizzle-orm";
import type { z } from "zod";
import { viewNameKey } from "#lib/catalog/views/viewName.ts";
import type { SavedView, saveViewRequest } from "#lib/contracts/savedViews.ts";
import { toIso } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { DeskError } from "#server/context/errors.ts";
import { lockList } from "#server/catalog/sync/lockList.ts";
import { amongViews, authoriseViews, keptQuery, refuseTaken } from "./checkView.ts";

/** Of each member, and shared by a team. */
export const VIEWS_LIMIT = 50;

/**
 * Keeps a view of the catalog under a name, for oneself or for the team; the latter is audited. Throws `forbidden`, `validation`
 * for the view of everything, `conflict` for a name that is taken (field `name`) and for a full list.
 */
export async function saveView(
  request: DeskRequest,
  { name, view, shared }: z.output<typeof saveViewRequest>,
): Promise<SavedView> {
  authoriseViews(request, shared);
  const { environment, actor } = request;
  const query = keptQuery(view);
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    await lockList(tx, request, "views", shared);
    await refuseTaken(tx, request, { name, shared });
    const [held] = await tx.select({ count: count() }).from(savedViews).where(amongViews(request, shared));
    if ((held?.count ?? 0) >= VIEWS_LIMIT) {
      const whose = shared ? "Your team has" : "You have";
      throw new DeskError(
        "conflict",
        `${whose} ${VIEWS_LIMIT} views, as many as there can be. Delete one first.`,
      );
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
    if (!saved) throw new Error("A view that was written has no id.");
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
