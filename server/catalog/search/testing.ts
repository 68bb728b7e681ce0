import type { Product } from "#lib/contracts/catalog/product.ts";
import { createSearchEngine, type CatalogQuestion, type SearchEngine } from "./searchEngine.ts";
import { IndexBuilder } from "./searchIndex.ts";

export function engineOf(products: readonly Product[]): SearchEngine {
  const builder = new IndexBuilder();
  for (const each of products) builder.add(each);
  return createSearchEngine(builder.finish());
}

/** Returns the first 1,000 products that match. */
export function search(
  engine: SearchEngine,
  view: CatalogQuestion["view"],
  more: Partial<CatalogQuestion> = {},
) {
  return engine.search({ view, skip: 0, take: 1_000, ...more });
}
