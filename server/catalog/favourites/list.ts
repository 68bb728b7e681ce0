import "server-only";
import { and, eq, not, type SQL } from "drizzle-orm";
import type { FavouriteList } from "#lib/catalog/favourites.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { favourites } from "#server/db/schema/favourites.ts";

/** A name in an audit record; the service's can be of any length. */
const NAME_LIMIT = 200;

/** What stands on one list, the member's own or the team's, in this environment. */
export function onList(request: DeskRequest, list: FavouriteList): SQL | undefined {
  const ofList =
    list === "team"
      ? favourites.shared
      : and(not(favourites.shared), eq(favourites.memberId, request.actor.id));
  return and(eq(favourites.environment, request.environment), ofList);
}

/** @throws DeskError `forbidden`. */
export function authoriseFavourites(request: DeskRequest, list: FavouriteList): void {
  requirePermission(request, "catalog.read");
  if (list === "team") requirePermission(request, "catalog.share");
}

export function favouriteDetails(productId: number, name: string | null): Record<string, unknown> {
  // PostgreSQL refuses half a character.
  return { productId, product: name?.slice(0, NAME_LIMIT).toWellFormed() ?? null };
}
