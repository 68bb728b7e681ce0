import "server-only";
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { FavouriteList } from "#lib/catalog/favourites.ts";
import type { FavouriteAddress, FavouritesView } from "#lib/contracts/favourites.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { DeskRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { favourites } from "#server/db/schema/favourites.ts";
import { DeskError } from "#server/context/errors.ts";
import { lockList } from "#server/catalog/sync/lockList.ts";
import { authoriseFavourites, favouriteDetails, onList } from "./list.ts";
import { readFavourites } from "./readFavourites.ts";

/** On each list. More would no longer be favourites. */
export const FAVOURITES_LIMIT = 200;

/**
 * Puts a product on one's own favourites or on the team's; the latter is audited. Marking again changes nothing. Throws
 * `forbidden`, `not-found` for a product outside the catalog, `conflict` when the list is full.
 */
export async function markFavourite(
  request: DeskRequest,
  { list, productId }: FavouriteAddress,
): Promise<FavouritesView> {
  authoriseFavourites(request, list);
  const { environment, actor } = request;
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await lockList(tx, request, "favourites", list === "team");
    const [there] = await tx
      .select({ id: favourites.id })
      .from(favourites)
      .where(and(onList(request, list), eq(favourites.productId, productId)));
    if (there) return;
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

async function nameOf(tx: Transaction, request: DeskRequest, productId: number): Promise<string> {
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
  throw new DeskError(
    "not-found",
    `Product ${productId} is not in your catalog, so it cannot be a favourite.`,
  );
}

/**
 * On a full list a mark of a product that has left the catalog goes: nobody sees it, so nobody could take it back. Answers
 * which product that was, null where there was room.
 */
async function makeRoom(tx: Transaction, request: DeskRequest, list: FavouriteList): Promise<number | null> {
  const [held] = await tx.select({ count: count() }).from(favourites).where(onList(request, list));
  if ((held?.count ?? 0) < FAVOURITES_LIMIT) return null;
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
        onList(request, list),
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
  throw new DeskError(
    "conflict",
    `${whose} ${FAVOURITES_LIMIT} favourites, as many as there can be. Take one back first.`,
  );
}
