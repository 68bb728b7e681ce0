import "server-only";
import { and, desc, eq, not, or } from "drizzle-orm";
import type { FavouritesView } from "#lib/contracts/favourites.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { favourites } from "#server/db/schema/favourites.ts";

/**
 * The member's favourites and the team's, in this environment.
 * @throws AppError `forbidden`.
 */
export async function readFavourites(request: MemberRequest): Promise<FavouritesView> {
  requirePermission(request, "catalog.read");
  const own = and(not(favourites.shared), eq(favourites.memberId, request.actor.id));
  const rows = await request.db
    .select({ shared: favourites.shared, productId: favourites.productId })
    .from(favourites)
    .where(and(eq(favourites.environment, request.environment), or(favourites.shared, own)))
    .orderBy(desc(favourites.at), favourites.productId);
  return listFavourites(rows);
}

/** Splits rows, in the order of the lists, into the two lists. */
export function listFavourites(rows: readonly { shared: boolean; productId: number }[]): FavouritesView {
  const of = (shared: boolean) =>
    rows.filter((row) => row.shared === shared).map(({ productId }) => productId);
  return { mine: of(false), team: of(true) };
}
