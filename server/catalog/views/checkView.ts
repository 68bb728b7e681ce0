import "server-only";
import { and, eq, ne, not, type SQL } from "drizzle-orm";
import { parseAddress, viewQuery } from "#lib/catalog/views/viewParams.ts";
import { viewNameKey } from "#lib/catalog/views/viewName.ts";
import type { CatalogView } from "#lib/contracts/catalog.ts";
import type { DeskRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { DeskError } from "#server/context/errors.ts";

/** Longer addresses are cut off on their way by browsers and proxies. In characters. */
const QUERY_LIMIT = 4_000;

/** @throws DeskError `forbidden`. */
export function authoriseViews(request: DeskRequest, shared: boolean): void {
  requirePermission(request, "catalog.read");
  if (shared) requirePermission(request, "catalog.share");
}

/** The views that a new one would stand among: the member's own, or the team's, in this environment. */
export function amongViews(request: DeskRequest, shared: boolean): SQL | undefined {
  const ofList = shared
    ? savedViews.shared
    : and(not(savedViews.shared), eq(savedViews.memberId, request.actor.id));
  return and(eq(savedViews.environment, request.environment), ofList);
}

/** The view as it is kept: the text that a page with this view has in its address. Throws `validation`. */
export function keptQuery(view: CatalogView): string {
  const query = viewQuery(parseAddress(new URLSearchParams(viewQuery(view))).view);
  if (query === "") {
    const message = "Search, filter or sort first: this is the whole catalog.";
    throw new DeskError("validation", message, { fields: { view: message } });
  }
  if (query.length > QUERY_LIMIT) {
    const message = "These are too many filters for one address. Take some back.";
    throw new DeskError("validation", message, { fields: { view: message } });
  }
  return query;
}

/**
 * Refuses a name that another view of the same list has. The list must be held.
 * @throws DeskError `conflict` with the field `name`.
 */
export async function refuseTaken(
  tx: Transaction,
  request: DeskRequest,
  { name, shared, except }: { name: string; shared: boolean; except?: string },
): Promise<void> {
  const [taken] = await tx
    .select({ name: savedViews.name })
    .from(savedViews)
    .where(
      and(
        amongViews(request, shared),
        eq(savedViews.nameKey, viewNameKey(name)),
        except === undefined ? undefined : ne(savedViews.id, except),
      ),
    );
  if (!taken) return;
  const message = shared
    ? `Your team has a view called “${taken.name}” already.`
    : `You have a view called “${taken.name}” already.`;
  throw new DeskError("conflict", message, { fields: { name: message } });
}
