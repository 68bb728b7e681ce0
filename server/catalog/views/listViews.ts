import "server-only";
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { SavedView, SavedViewsPage } from "#lib/contracts/catalog/savedViews.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { prepared } from "#server/db/prepared.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { members } from "#server/db/schema/members.ts";
import { mayChange } from "./lockView.ts";

const viewsSeenBy = prepared((db) =>
  db
    .select({ view: savedViews, savedBy: members.name })
    .from(savedViews)
    .innerJoin(members, eq(members.id, savedViews.memberId))
    .where(
      and(
        eq(savedViews.environment, sql.placeholder("environment")),
        or(savedViews.shared, eq(savedViews.memberId, sql.placeholder("memberId"))),
      ),
    )
    .orderBy(asc(savedViews.nameKey), asc(savedViews.id))
    .prepare("views_seen_by"),
);

/**
 * The member's saved views and the team's, in this environment, by name.
 * @throws AppError `forbidden`.
 */
export async function listViews(request: MemberRequest): Promise<SavedViewsPage> {
  requirePermission(request, "catalog.read");
  const { environment, actor, db } = request;
  const rows = await viewsSeenBy(db).execute({ environment, memberId: actor.id });
  return {
    views: rows.map(({ view: { id, name, query, shared, createdAt, memberId }, savedBy }): SavedView => ({
      id,
      name,
      query,
      shared,
      savedBy,
      mayChange: mayChange(request, { shared, memberId }),
      createdAt: toIso(createdAt),
    })),
  };
}
