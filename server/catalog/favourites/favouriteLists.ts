import "server-only";
import { and, eq, not, type SQL } from "drizzle-orm";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { favourites } from "#server/db/schema/favourites.ts";

/** Longest product name in an audit record, in characters; the service's names can be of any length. */
const NAME_LIMIT = 200;

/** Locks one list of this environment: concurrent changes can neither exceed its limit nor add a product twice. */
export function lockFavourites(tx: Transaction, request: MemberRequest, list: FavouriteList): Promise<void> {
  const owner = list === "team" ? "team" : request.actor.id;
  return lockUntilCommit(tx, `favourites ${request.environment} ${owner}`);
}

/** The favourites on one list, the member's own or the team's, in this environment. */
export function inFavouriteList(request: MemberRequest, list: FavouriteList): SQL | undefined {
  const ofList =
    list === "team"
      ? favourites.shared
      : and(not(favourites.shared), eq(favourites.memberId, request.actor.id));
  return and(eq(favourites.environment, request.environment), ofList);
}

/** @throws AppError `forbidden`. */
export function authoriseFavourites(request: MemberRequest, list: FavouriteList): void {
  requirePermission(request, "catalog.read");
  if (list === "team") requirePermission(request, "catalog.share");
}

export function favouriteDetails(productId: number, name: string | null): Record<string, unknown> {
  // Clipping can split a surrogate pair, which PostgreSQL refuses.
  return { productId, product: name?.slice(0, NAME_LIMIT).toWellFormed() ?? null };
}
