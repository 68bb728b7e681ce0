import { generateCatalog, scenarioProducts } from "./catalog/generate.ts";
import type { Behaviour } from "./catalog/behaviours.ts";
import type { CatalogProduct } from "./catalog/types.ts";
import { ServiceClock } from "./clock.ts";
import { Faults } from "./control/faults.ts";
import { RequestRecord } from "./control/record.ts";
import type { Dialect } from "./dialect.ts";
import { OrderStore } from "./orders/store.ts";
import { RateLimit } from "./rateLimit.ts";

/** Everything the running service holds. */
export type Service = {
  clock: ServiceClock;
  store: OrderStore;
  /** In listing order: the scenarios come last. */
  products: CatalogProduct[];
  productById: Map<number, CatalogProduct>;
  behaviourOf: Map<number, Behaviour>;
  keys: Set<string>;
  rateLimit: RateLimit;
  faults: Faults;
  /** Null unless the control interface is on. */
  record: RequestRecord | null;
  /** POSTs seen for each code since the start, for scenarios that change their mind. */
  posts: Map<string, number>;
  dialect: Dialect;
  latencyMs: number;
};

export type ServiceOptions = {
  dataDir: string;
  keys: string[];
  products: number;
  control: boolean;
  dialect: Dialect;
  latencyMs: number;
};

export function createService(options: ServiceOptions): Service {
  const scenarios = scenarioProducts();
  const products = [...generateCatalog(options.products), ...scenarios.map(({ product }) => product)];
  return {
    clock: new ServiceClock(),
    store: new OrderStore(options.dataDir),
    products,
    productById: new Map(products.map((product) => [product.id, product])),
    behaviourOf: new Map(scenarios.map(({ product, behaviour }) => [product.id, behaviour])),
    keys: new Set(options.keys),
    rateLimit: new RateLimit(),
    faults: new Faults(),
    record: options.control ? new RequestRecord() : null,
    posts: new Map(),
    dialect: options.dialect,
    latencyMs: options.latencyMs,
  };
}

/** The product as it is now: one scenario costs more when fetched than when listed. */
export function currentProduct(service: Service, id: number): CatalogProduct | undefined {
  const product = service.productById.get(id);
  if (product?.price === undefined || service.behaviourOf.get(id) !== "price-moves") return product;
  return { ...product, price: product.price + 50 };
}
