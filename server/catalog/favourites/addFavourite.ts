import "server-only";
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import type { FavouriteAddress, FavouritesView } from "#lib/contracts/catalog/favourites.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { AppError } from "#server/context/errors.ts";
import { authoriseFavourites, favouriteDetails, inFavouriteList, lockFavourites } from "./favouriteLists.ts";
import { readFavourites } from "#server/catalog/readFavourites.ts";

/** The most favourites on each list. */
export const FAVOURITES_LIMIT = 200;

/**
 * Adds a product to the member's own favourites or to the team's; the latter is audited. Adding it again changes nothing.
 * @throws AppError `forbidden`; `not-found` for a product that is not in the catalog; `conflict` when the list is full.
 */
export async function addFavourite(
  request: MemberRequest,
  { list, productId }: FavouriteAddress,
): Promise<FavouritesView> {
  authoriseFavourites(request, list);
  const { environment, actor } = request;
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await lockFavourites(tx, request, list);
    const [existing] = await tx
      .select({ id: favourites.id })
      .from(favourites)
      .where(and(inFavouriteList(request, list), eq(favourites.productId, productId)));
    if (existing) return;
    const name = await nameOf(tx, request, productId);
    const madeRoom = await makeRoom(tx, request, list);
    await tx
      .insert(favourites)
      .values({ environment, memberId: actor.id, shared: list === "team", productId, at: now });
    if (list === "mine") return;
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: actor.id,
      action: "team-favourite.added",
      details: { ...favouriteDetails(productId, name), madeRoom },
    });
  });
  return readFavourites(request);
}

async function nameOf(tx: Transaction, request: MemberRequest, productId: number): Promise<string> {
  const [row] = await tx
    .select({ product: catalogProducts.product })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, request.environment),
        eq(catalogProducts.productId, productId),
        isNull(catalogProducts.retiredAt),
      ),
    );
  if (row) return row.product.name;
  throw new AppError("not-found", `Product ${productId} is not in your catalog, so it can't be a favourite.`);
}

/**
 * On a full list, removes a favourite whose product has left the catalog: nobody sees it, so nobody could remove it. Returns its
 * product id; null if there was room.
 */
async function makeRoom(
  tx: Transaction,
  request: MemberRequest,
  list: FavouriteList,
): Promise<number | null> {
  const [listed] = await tx.select({ count: count() }).from(favourites).where(inFavouriteList(request, list));
  if ((listed?.count ?? 0) < FAVOURITES_LIMIT) return null;
  const gone = tx
    .select({ id: favourites.id })
    .from(favourites)
    .leftJoin(
      catalogProducts,
      and(
        eq(catalogProducts.environment, favourites.environment),
        eq(catalogProducts.productId, favourites.productId),
      ),
    )
    .where(
      and(
        inFavouriteList(request, list),
        sql`(${isNull(catalogProducts.productId)} or ${isNotNull(catalogProducts.retiredAt)})`,
      ),
    )
    .orderBy(asc(favourites.at), asc(favourites.id))
    .limit(1);
  const [removed] = await tx
    .delete(favourites)
    .where(inArray(favourites.id, gone))
    .returning({ productId: favourites.productId });
  if (removed) return removed.productId;
  const whose = list === "team" ? "Your team has" : "You have";
  throw new AppError(
    "conflict",
    `${whose} ${FAVOURITES_LIMIT} favourites, which is the limit. Remove one first.`,
  );
}
