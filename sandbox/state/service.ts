import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { generateCatalog, scenarioProducts } from "#sandbox/catalog/generate.ts";
import { Listing } from "#sandbox/catalog/list.ts";
import type { CatalogName } from "#sandbox/catalog/names.ts";
import type { CatalogProduct } from "#sandbox/catalog/types.ts";
import { ServiceClock } from "./clock.ts";
import { Faults } from "#sandbox/http/faults.ts";
import { RequestRecord } from "#sandbox/http/requestRecord.ts";
import type { Dialect } from "#sandbox/dialect/names.ts";
import { limitsOf } from "#sandbox/dialect/limits.ts";
import { OrderStore } from "#sandbox/orders/store.ts";
import { RateLimit } from "./rateLimit.ts";
import { balancesAt, type Balance, type WalletName } from "#sandbox/orders/wallet.ts";

export type ServiceOptions = {
  dataDir: string;
  keys: string[];
  /** The number of ordinary products, besides the scenarios. */
  products: number;
  control: boolean;
  dialect: Dialect;
  catalog: CatalogName;
  latencyMs: number;
  /** How long an order takes, besides the time for each code. */
  fulfilmentMs: number;
  wallet: WalletName;
};

/** The state of the running service. */
export type Service = {
  options: ServiceOptions;
  clock: ServiceClock;
  store: OrderStore;
  /** The scenarios come last. */
  listing: Listing;
  productById: ReadonlyMap<number, CatalogProduct>;
  behaviourOf: ReadonlyMap<number, Behaviour>;
  keys: Set<string>;
  rateLimit: RateLimit;
  faults: Faults;
  /** Null unless the control interface is on. */
  record: RequestRecord | null;
  /** Refusals of each code since the start, for scenarios that accept after a few. */
  refused: Map<string, number>;
  dialect: Dialect;
  catalog: CatalogName;
  latencyMs: number;
};

export function createService(options: ServiceOptions): Service {
  const scenarios = scenarioProducts();
  const products = [...generateCatalog(options.products), ...scenarios.map(({ product }) => product)];
  return {
    options,
    clock: new ServiceClock(),
    store: new OrderStore(options.dataDir),
    listing: new Listing(products),
    productById: new Map(products.map((product) => [product.id, product])),
    behaviourOf: new Map(scenarios.map(({ product, behaviour }) => [product.id, behaviour])),
    keys: new Set(options.keys),
    rateLimit: new RateLimit(limitsOf(options.dialect)),
    faults: new Faults(),
    record: options.control ? new RequestRecord() : null,
    refused: new Map(),
    dialect: options.dialect,
    catalog: options.catalog,
    latencyMs: options.latencyMs,
  };
}

/** The balances as they are now. */
export function walletOf({ options, store, clock }: Service): Balance[] {
  return balancesAt(options.wallet, options.wallet === "fixed" ? [] : store.all(), clock.now());
}

/** Switches to another dialect and its limits. */
export function changeDialect(service: Service, dialect: Dialect): void {
  service.dialect = dialect;
  service.rateLimit.set(limitsOf(dialect));
}
