import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import type { Database } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { catalogProducts } from "#server/db/schema/catalog.ts";
import { clipProduct } from "./clipProduct.ts";

/** Rows cached for each environment: those that people see first. A clipped product has 25 kB at most and usually half a kilobyte. */
const MOST_KEPT = 500;

/** Clipped products by id, for one version of the catalog. */
type KeptRows = { version: number; rows: Map<number, Product> };

/**
 * Products as lists show them, in the order of `ids`, without unknown ids. Cached until the catalog changes: a list is requested
 * with every keystroke, and a statement takes longer than the search itself.
 * @param version of the catalog (readCatalogSnapshot).
 */
export async function readProductRows(
  { db, environment }: MemberRequest,
  version: number,
  ids: readonly number[],
): Promise<Product[]> {
  const { rows } = keptRows(db, environment, version);
  const missing = ids.filter((id) => !rows.has(id));
  const read = missing.length === 0 ? [] : await selectRows(db).execute({ environment, ids: missing });
  const fresh = new Map(read.map(({ product }) => [product.id, clipProduct(product)]));
  const products = ids.flatMap((id) => fresh.get(id) ?? rows.get(id) ?? []);
  for (const [id, product] of fresh) keepRecent(rows, id, product, MOST_KEPT);
  return products;
}

const selectRows = prepared((db) =>
  db
    .select({ product: catalogProducts.product })
    .from(catalogProducts)
    .where(
      and(
        eq(catalogProducts.environment, sql.placeholder("environment")),
        sql`${catalogProducts.productId} = any(${sql.placeholder("ids")}::bigint[])`,
      ),
    )
    .prepare("catalog_rows"),
);

function keptRows(db: Database, environment: Environment, version: number): KeptRows {
  const all = processSingleton("productRows", () => new WeakMap<Database, Map<Environment, KeptRows>>());
  const byEnvironment = all.get(db) ?? new Map<Environment, KeptRows>();
  all.set(db, byEnvironment);
  const known = byEnvironment.get(environment);
  if (known?.version === version) return known;
  const kept = { version, rows: new Map<number, Product>() };
  byEnvironment.set(environment, kept);
  return kept;
}
