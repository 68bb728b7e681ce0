import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { chosenIds } from "#lib/catalog/favourites.ts";
import { priceCurrency } from "#server/catalog/search/applyFilters.ts";
import { countFavourites, isEmptySearch, recentFirst } from "#server/catalog/search/ordinals.ts";
import { judgeRange } from "#lib/catalog/filters/priceRange.ts";
import { searchCatalog } from "#server/catalog/search/searchCatalog.ts";
import type { CatalogPage, CatalogQuery } from "#lib/contracts/catalog.ts";
import type { Product } from "#lib/contracts/product.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { prepared } from "#server/db/prepared.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { DeskError } from "#server/context/errors.ts";
import { askService, uncarriedFacets } from "./askService.ts";
import { currentIndex } from "#server/catalog/search/catalogIndex.ts";
import { describeCatalogState } from "#server/catalog/sync/catalogState.ts";
import { listFavourites } from "#server/catalog/favourites/readFavourites.ts";
import { readListVersion } from "./readListVersion.ts";
import { recentlyOrdered } from "./recentlyOrdered.ts";

/** Rows of a list show this much of a text and this many of a facet's values; the product sheet shows all. */
const ROW_TEXT = 300;
const ROW_VALUES = 20;

/**
 * One window of the searched catalog with counts for every facet (GET /api/catalog/products). Answers from what was read
 * last, also while the service is down. Throws `forbidden`, `not-configured`, `validation` with the fields
 * of a range of prices that cannot be meant, and for choices that only the service can answer its failure.
 */
export async function searchProducts(request: DeskRequest, query: CatalogQuery): Promise<CatalogPage> {
  requirePermission(request, "catalog.read");
  requireService(request);
  const { skip, take, favourites, ...view } = query;
  const { environment } = request;
  const marks = await readListVersion(request);
  const index = await currentIndex(request, environment, {
    version: marks.version,
    isWhole: marks.complete !== null,
  });
  const recent = await recentlyOrdered(request, environment, marks.newestOrder);
  const marked = listFavourites(marks.favourites);
  const judged = judgeRange(view, priceCurrency(index, view));
  if (!judged.ok) {
    const { message, ...fields } = judged.problems;
    throw new DeskError("validation", `Change the range of prices: ${message}`, { fields });
  }
  const asked = await askService(request, environment, index, view);
  // From here to the ids nothing is waited for: another request's search would take the same memory.
  const all = searchCatalog(index, view, asked);
  const counts = countFavourites(index, all.places, marked);
  const { places, facets, price } =
    favourites === undefined ? all : searchCatalog(index, view, asked, chosenIds(marked, favourites));
  const total = places.length;
  const recentIds = recent.map(({ productId }) => productId);
  const window = isEmptySearch(view)
    ? recentFirst(index, places, recentIds, { skip, take })
    : places.subarray(skip, skip + take);
  const ids = [...window].flatMap((place) => index.ids[place] ?? []);
  const shown = new Set(ids);
  return {
    items: await readRows(request, ids),
    total,
    facets,
    price,
    favourites: counts,
    recentlyOrdered: recent.flatMap(({ productId, at }) =>
      shown.has(productId) ? [{ productId, at: toIso(at) }] : [],
    ),
    askedFacets: uncarriedFacets(index),
    ...describeCatalogState(request, environment, marks),
  };
}

const rowsOfIds = prepared((db) =>
  db
    .select({ product: catalogProducts.product })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, sql.placeholder("environment")),
        sql`${catalogProducts.productId} = any(${sql.placeholder("ids")}::bigint[])`,
      ),
    )
    .prepare("rows_of_list"),
);

async function readRows(request: DeskRequest, ids: readonly number[]): Promise<Product[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOfIds(request.db).execute({ environment: request.environment, ids });
  const byId = new Map(rows.map(({ product }) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = byId.get(id);
    return product ? [clip(product)] : [];
  });
}

function short(text: string): string {
  return text.length > ROW_TEXT ? `${text.slice(0, ROW_TEXT)}…` : text;
}

/** A window of a hostile catalog stays of a size that can be sent and painted. */
function clip(product: Product): Product {
  const few = (values: readonly string[]) => values.slice(0, ROW_VALUES).map(short);
  return {
    ...product,
    name: short(product.name),
    languages: few(product.languages),
    brands: few(product.brands),
    categories: few(product.categories),
    tags: few(product.tags),
  };
}
