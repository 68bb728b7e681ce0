import "server-only";
import type { CatalogPage } from "#lib/contracts/catalog.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import type { SearchEngine } from "#server/catalog/search/searchEngine.ts";

/** Pages of lists kept for each environment, those asked for last. How long one may be, keepBody says. */
const MOST_KEPT = 60;

/** What a page depends on besides what it was asked with. */
export type PageBasis = {
  /** The index that was searched, of some version of the catalog. */
  engine: SearchEngine;
  /** Version of the products' rows, which can be newer than the index (readCatalogSnapshot). */
  version: number;
  /** What was ordered lately, as long as it is the same object (recentlyOrdered). */
  recent: object;
};

type Kept = Pick<PageBasis, "version" | "recent"> & { pages: Map<string, CatalogPage> };

/**
 * Pages of the catalog's list that were answered with this basis, by all that they were asked with. People open the same list and type
 * the same words all day; a page that is kept is written and compressed once, too (server/context/keptBody.ts).
 */
export function keptPages({ engine, version, recent }: PageBasis): Map<string, CatalogPage> {
  const byEngine = processSingleton("catalogPages", () => new WeakMap<SearchEngine, Kept>());
  const known = byEngine.get(engine);
  if (known?.version === version && known.recent === recent) return known.pages;
  const pages = new Map<string, CatalogPage>();
  byEngine.set(engine, { version, recent, pages });
  return pages;
}

/** Keeps a page; the one that was asked for longest ago makes room. */
export function keepPage(pages: Map<string, CatalogPage>, key: string, page: CatalogPage): CatalogPage {
  pages.delete(key);
  pages.set(key, page);
  const [oldest] = pages.keys();
  if (pages.size > MOST_KEPT && oldest !== undefined) pages.delete(oldest);
  return page;
}
