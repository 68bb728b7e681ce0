import "server-only";
import { chosenValues } from "#lib/catalog/filters/facets.ts";
import { checkRange } from "#lib/catalog/filters/priceRange.ts";
import { parseAddress } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Program } from "#server/context/context.ts";
import { readCatalogSnapshot } from "#server/catalog/readCatalogSnapshot.ts";
import { currentSearchEngine } from "#server/catalog/search/engineCache.ts";
import { serviceOnlyFacets } from "#server/catalog/serviceFacets.ts";
import type { SearchEngine } from "#server/catalog/search/searchEngine.ts";

/** The products that a view shows, at most as many as were asked for, and how many there are; or why that cannot be found out here. */
export type ViewProducts = { ok: true; ids: number[]; total: number } | { ok: false; message: string };

/** Asks for no member's favourites. */
const NOBODY = { id: "00000000-0000-0000-0000-000000000000" };

/**
 * The products with a fixed price in one currency that a stored view shows, by the catalog as last read. What depends on a member, or only
 * the service can answer, is refused: it could change without anybody who has consented to the view.
 */
export async function readViewProducts(
  program: Program,
  {
    environment,
    query,
    currency,
    most,
  }: { environment: Environment; query: string; currency: string; most: number },
): Promise<ViewProducts> {
  const snapshot = await readCatalogSnapshot({ db: program.db, environment, actor: NOBODY });
  const engine = await currentSearchEngine(program, environment, {
    version: snapshot.version,
    isWhole: snapshot.complete !== null,
  });
  const { view } = parseAddress(new URLSearchParams(query));
  const problem = problemOf(view, currency, engine);
  if (problem !== null) return { ok: false, message: problem };
  const asked: CatalogView = { ...view, denomination: "fixed", currency: [currency], sort: "name" };
  const range = checkRange(asked, engine.priceCurrency(asked));
  if (!range.ok) return { ok: false, message: "The price range of this view can't be used any more." };
  const { ids, total } = engine.search({ view: asked, skip: 0, take: most });
  return { ok: true, ids, total };
}

function problemOf(view: CatalogView, currency: string, engine: SearchEngine): string | null {
  if (view.favourites !== undefined)
    return "This view shows favourites, which change without an approval. Choose another view.";
  if (view.denomination === "open")
    return "This view shows products with an open amount. Make a rule for each of these products.";
  if (view.currency !== undefined && !view.currency.includes(currency))
    return `This view shows no products in ${currency}. Choose another currency.`;
  const asked = serviceOnlyFacets(engine).find((facet) => chosenValues(view, facet).length > 0);
  return asked === undefined
    ? null
    : `Only the service can filter by ${asked}. Choose a view without that filter.`;
}
