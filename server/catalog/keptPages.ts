import "server-only";
import type { CatalogPage } from "#lib/contracts/catalog/catalog.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import type { SearchEngine } from "#server/catalog/search/searchEngine.ts";

/** How many pages of lists are cached for each environment, the last ones requested. */
const MOST_KEPT = 60;
/** Characters of a page as it is sent. Sixty products have 35,000; longer pages are not worth the memory. */
const LONGEST_KEPT = 100_000;

/** What a page depends on besides the query. */
export type PageBasis = {
  /** The index that was searched, built from some version of the catalog. */
  engine: SearchEngine;
  /** The version of the products' rows, which can be newer than the index (readCatalogSnapshot). */
  version: number;
  /** The products ordered recently: the same object as long as nothing has changed (recentlyOrdered). */
  recent: object;
};

type Kept = Pick<PageBasis, "version" | "recent"> & { pages: Map<string, CatalogPage> };

/**
 * The cached pages of the catalog's list for this basis, by query. People open the same list and type the same words all day.
 */
export function keptPages({ engine, version, recent }: PageBasis): Map<string, CatalogPage> {
  const byEngine = processSingleton("catalogPages", () => new WeakMap<SearchEngine, Kept>());
  const known = byEngine.get(engine);
  if (known?.version === version && known.recent === recent) return known.pages;
  const pages = new Map<string, CatalogPage>();
  byEngine.set(engine, { version, recent, pages });
  return pages;
}

/** Caches a page that is not too long, which then never changes; the one that has not been requested for longest is removed. */
export function keepPage(pages: Map<string, CatalogPage>, key: string, page: CatalogPage): CatalogPage {
  if (JSON.stringify(page).length > LONGEST_KEPT) return page;
  return keepRecent(pages, key, Object.freeze(page), MOST_KEPT);
}
