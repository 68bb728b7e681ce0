import "server-only";
import { listFavourites } from "#lib/catalog/favourites/favourites.ts";
import type { FavouritesView } from "#lib/contracts/catalog/favourites.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { readCatalogSnapshot } from "./readCatalogSnapshot.ts";
import { requirePermission } from "#server/context/requirePermission.ts";

/**
 * The member's favourites and the team's, in this environment.
 * @throws AppError `forbidden`.
 */
export async function readFavourites(request: MemberRequest): Promise<FavouritesView> {
  requirePermission(request, "catalog.read");
  const snapshot = await readCatalogSnapshot(request);
  return listFavourites(snapshot.favourites);
}
