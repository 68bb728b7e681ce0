import "server-only";
import { and, eq } from "drizzle-orm";
import type { FavouriteAddress, FavouritesView } from "#lib/contracts/catalog/favourites.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { authoriseFavourites, favouriteDetails, inFavouriteList } from "./favouriteLists.ts";
import { readFavourites } from "#server/catalog/readFavourites.ts";

/**
 * Removes a product from the member's own favourites or the team's; the latter is audited. Changes nothing where it is not listed.
 * @throws AppError `forbidden`.
 */
export async function removeFavourite(
  request: MemberRequest,
  { list, productId }: FavouriteAddress,
): Promise<FavouritesView> {
  authoriseFavourites(request, list);
  const { environment, actor } = request;
  await request.db.transaction(async (tx) => {
    const removed = await tx
      .delete(favourites)
      .where(and(inFavouriteList(request, list), eq(favourites.productId, productId)))
      .returning({ id: favourites.id });
    if (removed.length === 0 || list === "mine") return;
    const [known] = await tx
      .select({ product: catalogProducts.product })
      .from(catalogProducts)
      .where(and(eq(catalogProducts.environment, environment), eq(catalogProducts.productId, productId)));
    await recordAudit(tx, {
      at: request.clock.now(),
      environment,
      actorId: actor.id,
      action: "team-favourite.removed",
      details: favouriteDetails(productId, known?.product.name ?? null),
    });
  });
  return readFavourites(request);
}
