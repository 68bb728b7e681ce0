import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  LOOKUP_LIMITS,
  type ProductLookup,
  type ProductLookupResult,
} from "#lib/contracts/catalog/productLookup.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { currentSearchEngine } from "#server/catalog/search/engineCache.ts";
import { clipProduct } from "./clipProduct.ts";
import { readCatalogSnapshot } from "./readCatalogSnapshot.ts";
import { readOfferedProducts } from "./readStoredProducts.ts";

/** How many names are looked up before other requests get their turn. */
const SLICE = 20;

/**
 * Finds products for the rows of a table, by id and by name (POST /api/catalog/lookup). Answers from the catalog as last read,
 * without products that the service no longer offers. No side effects.
 * @throws AppError `forbidden`.
 */
export async function lookUpProducts(
  request: MemberRequest,
  { ids, names }: ProductLookup,
): Promise<ProductLookupResult> {
  requirePermission(request, "catalog.read");
  const matches = names.length === 0 ? [] : await matchNames(request, names);
  const wanted = new Set([...ids, ...matches.flatMap((match) => match.ids)]);
  const offered = await readOfferedProducts(request, [...wanted]);
  const products = (of: readonly number[]) =>
    of.flatMap((id) => {
      const product = offered.get(id);
      return product ? [clipProduct(product)] : [];
    });
  return {
    products: products([...new Set(ids)]),
    names: matches.map((match) => {
      const found = products(match.ids);
      // Products that were retired after the index was built do not count.
      return { products: found, total: match.total - match.ids.length + found.length };
    }),
  };
}

async function matchNames(request: MemberRequest, names: ProductLookup["names"]) {
  const snapshot = await readCatalogSnapshot(request);
  const engine = await currentSearchEngine(request, request.environment, {
    version: snapshot.version,
    isWhole: snapshot.complete !== null,
  });
  const match = engine.matchNames();
  const found: ReturnType<typeof match>[] = [];
  for (const [index, name] of names.entries()) {
    if (index % SLICE === SLICE - 1) await nextTurn();
    found.push(match(name, LOOKUP_LIMITS.matches));
  }
  return found;
}
