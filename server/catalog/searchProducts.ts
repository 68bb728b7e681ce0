import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { judgeRange } from "#lib/catalog/filters/priceRange.ts";
import type { CatalogPage, CatalogQuery } from "#lib/contracts/catalog.ts";
import type { Product } from "#lib/contracts/product.ts";
import { toIso } from "#lib/time/instant.ts";
import type { DeskRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireService } from "#server/context/requireService.ts";
import { prepared } from "#server/db/prepared.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { DeskError } from "#server/context/errors.ts";
import { currentSearchEngine } from "#server/catalog/search/engineCache.ts";
import { describeCatalogState } from "#server/catalog/sync/catalogState.ts";
import { listFavourites } from "#server/catalog/favourites/readFavourites.ts";
import { readListVersion } from "./readListVersion.ts";
import { recentlyOrdered } from "./recentlyOrdered.ts";
import { matchInService, serviceOnlyFacets } from "./serviceFacets.ts";

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
  const { skip, take, ...view } = query;
  const { environment } = request;
  const marks = await readListVersion(request);
  const engine = await currentSearchEngine(request, environment, {
    version: marks.version,
    isWhole: marks.complete !== null,
  });
  const recent = await recentlyOrdered(request, environment, marks.newestOrder);
  const judged = judgeRange(view, engine.priceCurrency(view));
  if (!judged.ok) {
    const { message, ...fields } = judged.problems;
    throw new DeskError("validation", `Change the price range: ${message}`, { fields });
  }
  const { ids, ...found } = engine.search({
    view,
    skip,
    take,
    serviceMatches: await matchInService(request, environment, engine, view),
    favourites: listFavourites(marks.favourites),
    recentlyOrdered: recent.map(({ productId }) => productId),
  });
  const shown = new Set(ids);
  return {
    items: await readRows(request, ids),
    ...found,
    recentlyOrdered: recent.flatMap(({ productId, at }) =>
      shown.has(productId) ? [{ productId, at: toIso(at) }] : [],
    ),
    askedFacets: serviceOnlyFacets(engine),
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
