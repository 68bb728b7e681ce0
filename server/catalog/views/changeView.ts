import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { viewNameKey } from "#lib/catalog/views/viewName.ts";
import type { changeViewRequest, SavedViewsPage } from "#lib/contracts/savedViews.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { DeskRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { lockList } from "#server/catalog/sync/lockList.ts";
import { authoriseViews, keptQuery, refuseTaken } from "./checkView.ts";
import { listViews } from "./listViews.ts";
import { reachView } from "./reachView.ts";

/**
 * Gives a view another name, or puts another view under its name; of a team's view this is audited. Throws `forbidden`,
 * `not-found`, `validation` for the view of everything, `conflict` for a name that is taken (field `name`).
 */
export async function changeView(
  request: DeskRequest,
  { viewId, ...change }: { viewId: string } & z.output<typeof changeViewRequest>,
): Promise<SavedViewsPage> {
  authoriseViews(request, false);
  const query = change.view && keptQuery(change.view);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const before = await reachView(tx, request, viewId);
    const { name = before.name } = change;
    const after = { name, nameKey: viewNameKey(name), query: query ?? before.query };
    if (after.name === before.name && after.query === before.query) return;
    if (after.name !== before.name) {
      await lockList(tx, request, "views", before.shared);
      await refuseTaken(tx, request, { name, shared: before.shared, except: viewId });
    }
    await tx
      .update(savedViews)
      .set({ ...after, updatedAt: now })
      .where(eq(savedViews.id, viewId));
    if (before.shared) await audit(tx, request, before, after);
  });
  return listViews(request);
}

type Facts = { name: string; query: string };

async function audit(tx: Transaction, request: DeskRequest, before: Facts, after: Facts): Promise<void> {
  const entry = { at: request.clock.now(), environment: request.environment, actorId: request.actor.id };
  const { name } = after;
  if (name !== before.name) {
    await recordAudit(tx, {
      ...entry,
      action: "team-view.renamed",
      details: { from: before.name, to: name },
    });
  }
  if (after.query !== before.query) {
    const details = { name, from: before.query, to: after.query };
    await recordAudit(tx, { ...entry, action: "team-view.changed", details });
  }
}
