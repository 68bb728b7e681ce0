import "server-only";
import { and, eq, not, type SQL } from "drizzle-orm";
import { parseAddress, viewQuery } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { requireFreeName } from "#server/context/requireFreeName.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import { savedViews } from "#server/db/schema/favourites.ts";
import { AppError } from "#server/context/errors.ts";

/** In characters. Browsers and proxies cut off longer addresses. */
const QUERY_LIMIT = 4_000;

/** @throws AppError `forbidden`. */
export function authoriseViews(request: MemberRequest, shared: boolean): void {
  requirePermission(request, "catalog.read");
  if (shared) requirePermission(request, "catalog.share");
}

/** Locks one list of this environment: concurrent changes can neither exceed its limit nor use a name twice. */
export function lockViews(tx: Transaction, request: MemberRequest, shared: boolean): Promise<void> {
  return lockUntilCommit(tx, `views ${request.environment} ${shared ? "team" : request.actor.id}`);
}

/** The views of one list, the member's own or the team's, in this environment. */
export function inViewList(request: MemberRequest, shared: boolean): SQL | undefined {
  const ofList = shared
    ? savedViews.shared
    : and(not(savedViews.shared), eq(savedViews.memberId, request.actor.id));
  return and(eq(savedViews.environment, request.environment), ofList);
}

/**
 * The query part of the address of a page with this view, which is how a view is stored.
 * @throws AppError `validation` for the unfiltered catalog, and for too many filters.
 */
export function storedQuery(view: CatalogView): string {
  const query = viewQuery(parseAddress(new URLSearchParams(viewQuery(view))).view);
  if (query === "") {
    const message = "Search, filter or sort first: this is the whole catalog.";
    throw new AppError("validation", message, { fields: { view: message } });
  }
  if (query.length > QUERY_LIMIT) {
    const message = "Too many filters to save. Remove some.";
    throw new AppError("validation", message, { fields: { view: message } });
  }
  return query;
}

/**
 * Refuses a name that another view of the same list uses. The caller holds the lock of the list.
 * @throws AppError `conflict` with the field `name`.
 */
export function requireFreeViewName(
  tx: Transaction,
  request: MemberRequest,
  { shared, ...name }: { name: string; shared: boolean; except?: string },
): Promise<void> {
  const whose = shared ? "Your team already has" : "You already have";
  const message = (taken: string) => `${whose} a view called “${taken}”.`;
  return requireFreeName(tx, savedViews, { ...name, list: inViewList(request, shared), message });
}
