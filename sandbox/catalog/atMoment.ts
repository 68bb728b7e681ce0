import type { Behaviour } from "./behaviours.ts";
import { productAt } from "./changing.ts";
import { endlessProductOf } from "./generate.ts";
import { hostileRecord } from "./hostile.ts";
import type { CatalogName } from "./names.ts";
import type { CatalogProduct } from "./types.ts";

/** How a scenario product differs from the list when it is fetched by its id. */
const WHEN_FETCHED: Partial<Record<Behaviour, Partial<CatalogProduct>>> = { "price-moves": { price: 1_050 } };

/** How a scenario product then differs when it is ordered. */
const WHEN_ORDERED: Partial<Record<Behaviour, Partial<CatalogProduct>>> = {
  "price-mismatch": { price: 1_050 },
  "currency-mismatch": { currencyCode: "USD" },
  "below-minimum": { denominationMinValue: 60_000, denominationMaxValue: 90_000 },
  "above-maximum": { denominationMinValue: 100, denominationMaxValue: 500 },
};

/** What the service lists, and what its scenario products do. */
type ListedCatalog = {
  catalog: CatalogName;
  productById: ReadonlyMap<number, CatalogProduct>;
  behaviourOf: ReadonlyMap<number, Behaviour>;
  clock: { now(): number };
};

/** The product as GET /catalog/products/{productId} answers it; undefined where it is not in the active catalog. */
export function fetchedProduct(service: ListedCatalog, id: number): CatalogProduct | undefined {
  return changed(service, id, WHEN_FETCHED);
}

/** The product as an order is checked against it. */
export function orderedProduct(service: ListedCatalog, id: number): CatalogProduct | undefined {
  return changed(service, id, { ...WHEN_FETCHED, ...WHEN_ORDERED });
}

function changed(
  service: ListedCatalog,
  id: number,
  changes: typeof WHEN_FETCHED,
): CatalogProduct | undefined {
  const behaviour = service.behaviourOf.get(id);
  if (behaviour === "gone-when-fetched") return undefined;
  const listed = service.productById.get(id) ?? unusualProduct(service, id);
  const changing = service.catalog === "changing" && listed !== undefined;
  const product = changing ? productAt(listed, service.clock.now()) : listed;
  const change = behaviour === undefined ? undefined : changes[behaviour];
  return product === undefined || change === undefined ? product : { ...product, ...change };
}

/** Products that only the endless or the hostile catalog lists; they can be ordered too. */
function unusualProduct({ catalog }: ListedCatalog, id: number): CatalogProduct | undefined {
  if (catalog === "endless") return endlessProductOf(id);
  return catalog === "hostile" ? (hostileRecord(id)?.product ?? undefined) : undefined;
}
