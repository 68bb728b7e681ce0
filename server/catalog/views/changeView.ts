import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import type { changeViewRequestSchema, SavedViewsPage } from "#lib/contracts/catalog/savedViews.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { authoriseViews, lockViews, requireFreeViewName, storedQuery } from "./checkView.ts";
import { listViews } from "./listViews.ts";
import { lockView } from "./lockView.ts";

/**
 * Renames a saved view, or stores other filters under its name; audited for a team's view.
 * @throws AppError `forbidden`; `not-found`; `validation` for the unfiltered catalog; `conflict` for a name in use (field
 * `name`).
 */
export async function changeView(
  request: MemberRequest,
  { viewId, ...change }: { viewId: string } & z.output<typeof changeViewRequestSchema>,
): Promise<SavedViewsPage> {
  authoriseViews(request, false);
  const query = change.view && storedQuery(change.view);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const before = await lockView(tx, request, viewId);
    const { name = before.name } = change;
    const after = { name, nameKey: viewNameKey(name), query: query ?? before.query };
    if (after.name === before.name && after.query === before.query) return;
    if (after.name !== before.name) {
      await lockViews(tx, request, before.shared);
      await requireFreeViewName(tx, request, { name, shared: before.shared, except: viewId });
    }
    await tx
      .update(savedViews)
      .set({ ...after, updatedAt: now })
      .where(eq(savedViews.id, viewId));
    if (before.shared) await audit(tx, request, before, after);
  });
  return listViews(request);
}

type NamedQuery = { name: string; query: string };

async function audit(
  tx: Transaction,
  request: MemberRequest,
  before: NamedQuery,
  after: NamedQuery,
): Promise<void> {
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
