import "server-only";
import { listFavourites } from "#lib/catalog/favourites/favourites.ts";
import { checkRange } from "#lib/catalog/filters/priceRange.ts";
import type { CatalogPage, CatalogQuery } from "#lib/contracts/catalog/catalog.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { AppError } from "#server/context/errors.ts";
import { currentSearchEngine } from "#server/catalog/search/engineCache.ts";
import { describeCatalogState } from "#server/catalog/sync/catalogState.ts";
import { keepPage, keptPages } from "./keptPages.ts";
import { readCatalogSnapshot } from "./readCatalogSnapshot.ts";
import { readProductRows } from "./readProductRows.ts";
import { recentlyOrdered } from "./recentlyOrdered.ts";
import { matchInService, serviceOnlyFacets } from "./serviceFacets.ts";

/**
 * One page of the products that match, with counts for every facet (GET /api/catalog/products). Searches the catalog as last
 * read, so it works while the service is down.
 * @throws AppError `forbidden`; `not-configured`; `validation` with the fields of an invalid price range; or the failure of the
 * call if only the service can apply a filter.
 */
export async function searchProducts(request: MemberRequest, query: CatalogQuery): Promise<CatalogPage> {
  requirePermission(request, "catalog.read");
  requireService(request);
  const { skip, take, ...view } = query;
  const { environment } = request;
  const snapshot = await readCatalogSnapshot(request);
  const engine = await currentSearchEngine(request, environment, {
    version: snapshot.version,
    isWhole: snapshot.complete !== null,
  });
  const recent = await recentlyOrdered(request, environment, snapshot.newestOrder);
  const judged = checkRange(view, engine.priceCurrency(view));
  if (!judged.ok) {
    const { message, ...fields } = judged.problems;
    throw new AppError("validation", `Change the price range: ${message}`, { fields });
  }
  const serviceMatches = await matchInService(request, environment, engine, view);
  const state = describeCatalogState(request, environment, snapshot);
  const pages = keptPages({ engine, version: snapshot.version, recent });
  const key = JSON.stringify([query, snapshot.favourites, state]);
  const known = pages.get(key);
  // Pages that depend on the service's own matches are not cached.
  const isKept = Object.keys(serviceMatches).length === 0;
  if (isKept && known !== undefined) return keepPage(pages, key, known);
  const { ids, ...found } = engine.search({
    view,
    skip,
    take,
    serviceMatches,
    favourites: listFavourites(snapshot.favourites),
    recentlyOrdered: recent.map(({ productId }) => productId),
  });
  const shown = new Set(ids);
  const page = {
    items: await readProductRows(request, snapshot.version, ids),
    ...found,
    of: engine.size,
    recentlyOrdered: recent.flatMap(({ productId, at }) =>
      shown.has(productId) ? [{ productId, at: toIso(at) }] : [],
    ),
    askedFacets: serviceOnlyFacets(engine),
    ...state,
  };
  return isKept ? keepPage(pages, key, page) : page;
}
