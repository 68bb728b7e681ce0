import "server-only";
import { and, eq, not, type SQL } from "drizzle-orm";
import type { FavouriteList } from "#lib/catalog/favourites.ts";
import { permits } from "#lib/members/roles.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { DeskError } from "#server/context/errors.ts";

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
  const { role } = request.actor;
  if (!permits(role, "catalog.read")) {
    throw new DeskError("forbidden", "You may not see the catalog. Ask an administrator of your team.");
  }
  if (list === "team" && !permits(role, "catalog.share")) {
    throw new DeskError(
      "forbidden",
      "Your role does not change the team's favourites. You can have favourites of your own.",
    );
  }
}

export function favouriteDetails(productId: number, name: string | null): Record<string, unknown> {
  // PostgreSQL refuses half a character.
  return { productId, product: name?.slice(0, NAME_LIMIT).toWellFormed() ?? null };
}
