import { randomUUID } from "node:crypto";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { BEHAVIOURS, type Behaviour } from "#sandbox/catalog/behaviours.ts";
import { readOrder } from "#server/serviceClient/readers/order.ts";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { readTimestamp } from "#server/serviceClient/readers/timestamp.ts";
import type { ProductRecord } from "#server/serviceClient/readers/answers.ts";
import type { Answer, Caller } from "./caller.ts";
import { cannotTry } from "./verdict.ts";

export type Line = { productId: number; price?: number; quantity: number; CountryCode?: string };
export type OrderBody = {
  externalOrderCode: string;
  currency: string;
  price: number;
  orderProducts: Line[];
};
/** An order that the service has accepted: what was sent, and the answer. */
export type Placed = { body: OrderBody; answer: Answer; wallet: Answer };
export type FixedProduct = Product & { price: number; currencyCode: string };

export type ServiceOptions = {
  caller: Caller;
  key: string;
  /** Waits the given number of milliseconds of the service's time. */
  pause: (ms: number) => Promise<unknown>;
  /** An order that takes longer than this is not waited for. */
  longestWaitMs: number;
};

const PAGE = 100;
const MOST_PAGES = 12;
const POLL_MS = 60_000;

/** The service that is checked: calls it, and caches what many checks need to know about it. */
export class Service {
  readonly caller: Caller;
  readonly key: string;
  /** Whether it is a sandbox key: it may then be sent where logs could record it, and orders may be placed. */
  readonly isSandboxKey: boolean;
  readonly prefix: string;
  /** The key with the case of the letters after its prefix changed; null if there are no letters. */
  readonly otherCase: string | null;
  readonly ask: Caller["ask"];
  readonly #options: ServiceOptions;
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #listings = new Map<string, Promise<ProductRecord[]>>();
  readonly #placed = new Map<string, Promise<Placed>>();

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.caller = options.caller;
    this.key = options.key;
    this.isSandboxKey = isSandboxKey(options.key);
    this.prefix = options.key.slice(0, PREFIX.length);
    const tail = options.key.slice(PREFIX.length);
    const turned = tail === tail.toUpperCase() ? tail.toLowerCase() : tail.toUpperCase();
    this.otherCase = turned === tail ? null : this.prefix + turned;
    this.ask = options.caller.ask;
  }

  get(path: string): Promise<Answer> {
    return this.ask("GET", path);
  }

  post(body: unknown): Promise<Answer> {
    return this.ask("POST", "/orders", { body });
  }

  /** GET /orders/{reference}. */
  order(reference: string): Promise<Answer> {
    return this.get(`/orders/${encodeURIComponent(reference)}`);
  }

  wallet(): Promise<Answer> {
    return once(this.#answers, "the wallet", () => this.get("/wallet"));
  }

  firstPage(): Promise<Answer> {
    return once(this.#answers, "the first page", () => this.get(`/catalog/products?skip=0&take=${PAGE}`));
  }

  /** The first products of the catalog, enough to choose from. */
  records(): Promise<ProductRecord[]> {
    return once(this.#listings, "records", async () => {
      const found: ProductRecord[] = [];
      let page = await this.firstPage();
      for (let pages = 1; ; pages += 1) {
        const listing = readProductListing(page.body, found.length);
        if (listing === null) cannotTry("no list of products can be read");
        found.push(...listing.products);
        const isEnough = fixedOf(found, "").length > 1 && found.some(({ product }) => isOpen(product));
        if (isEnough || listing.recordCount === 0 || pages === MOST_PAGES) return found;
        page = await this.get(`/catalog/products?skip=${found.length}&take=${PAGE}`);
      }
    });
  }

  /** Products with a fixed price, all in one currency, cheapest first. */
  async fixedProducts(count = 1): Promise<FixedProduct[]> {
    const found = fixedOf(await this.records(), "");
    if (found.length < count) cannotTry(`there are no ${count} products with a fixed price in one currency`);
    return found;
  }

  /** Another product with a fixed price, in another currency. */
  async foreignProduct(currency: string): Promise<FixedProduct> {
    const [found] = fixedOf(await this.records(), currency);
    return found ?? cannotTry("all products that were seen have one currency");
  }

  async openProduct(): Promise<Product> {
    const found = (await this.records()).find(({ product }) => isOpen(product))?.product;
    return found ?? cannotTry("no open-denomination product was seen");
  }

  /** The product of our sandbox that shows a behaviour; other services have none. */
  async scenario(behaviour: Behaviour): Promise<number> {
    const records = await once(this.#listings, "scenarios", async () => {
      const found: ProductRecord[] = [];
      for (;;) {
        const { body } = await this.get(`/catalog/products?brand=Scenario&skip=${found.length}&take=${PAGE}`);
        const listing = readProductListing(body, found.length);
        if (listing === null || listing.products.length === 0) return found;
        if (!listing.products[0]?.product.name.startsWith("Scenario: ")) return [];
        found.push(...listing.products);
        if (found.length >= Object.keys(BEHAVIOURS).length) return found;
      }
    });
    const name = `Scenario: ${BEHAVIOURS[behaviour]}`;
    const found = records.find(({ product }) => product.name === name);
    return found?.product.id ?? cannotTry("only a service with scenario products can be made to do this");
  }

  /** A valid order for a scenario product: they cost 10.00 euros, for Germany. */
  async scenarioOrder(behaviour: Behaviour, quantity = 1): Promise<OrderBody> {
    const productId = await this.scenario(behaviour);
    return {
      externalOrderCode: newCode(),
      currency: "EUR",
      price: 1_000 * quantity,
      orderProducts: [{ productId, price: 1_000, quantity, CountryCode: "DE" }],
    };
  }

  /** A valid order for the first product, or for the first two. */
  async rightOrder(...quantities: number[]): Promise<OrderBody> {
    const products = await this.fixedProducts(quantities.length);
    return orderOf(
      quantities.flatMap((quantity, at) => linesOf(products[at], quantity)),
      products[0],
    );
  }

  /** Places an order once, under a name by which other checks find it. */
  place(name: string, make: () => Promise<OrderBody>): Promise<Placed> {
    return once(this.#placed, name, async () => {
      const body = await make();
      const answer = await this.post(body);
      return { body, answer, wallet: await this.get("/wallet") };
    });
  }

  /** The answer about a placed order once it is no longer processing. */
  ended(name: string, placed: Placed): Promise<Answer> {
    return once(this.#answers, name, async () => {
      const { body, answer } = placed;
      if (answer.status !== 202) cannotTry(`the order was answered ${answer.status}`);
      const estimate = estimateOf(answer) ?? 0;
      for (let waited = 0; ;) {
        const read = await this.order(body.externalOrderCode);
        if (readOrder(read.body)?.report.outcome !== "processing") return read;
        const due = estimate - dateOf(read);
        // The Date header has whole seconds.
        const wait = due > 0 ? due + 1_000 : POLL_MS;
        waited += wait;
        if (waited > this.#options.longestWaitMs) cannotTry("the order takes longer than this run waits");
        await this.#options.pause(wait);
      }
    });
  }
}

/** Returns the value for a name, creating it on the first call. */
function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}

const PREFIX = "svc_test_";

/** Whether it is a sandbox key, with which nothing is charged (docs/service-interface.md §5). */
export function isSandboxKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** An order code that nobody has used. */
export function newCode(): string {
  return `conformance-${randomUUID()}`;
}

export function orderOf(lines: Line[], product: FixedProduct | undefined): OrderBody {
  const price = lines.reduce((sum, line) => sum + (line.price ?? 0) * line.quantity, 0);
  return {
    externalOrderCode: newCode(),
    currency: product?.currencyCode ?? "",
    price,
    orderProducts: lines,
  };
}

export function linesOf(product: FixedProduct | undefined, quantity: number): Line[] {
  if (product === undefined) return [];
  const { id, price, countryCode } = product;
  const country = countryCode === null ? {} : { CountryCode: countryCode };
  return [{ productId: id, price, quantity, ...country }];
}

/** When the service says that the order will be ready, in epoch milliseconds. */
export function estimateOf({ body }: Answer): number | null {
  return typeof body === "object" && body !== null && "estimatedReadyAt" in body
    ? readTimestamp(body.estimatedReadyAt)
    : null;
}

/** The time of an answer on the service's clock. */
export function dateOf({ headers }: Answer): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? Date.now() : date;
}

function isOpen({ denomination, denominationMinValue, denominationMaxValue }: Product): boolean {
  return denomination === "open" && denominationMinValue !== null && denominationMaxValue !== null;
}

/** Fixed products in the most frequent currency, or in the most frequent one other than `not`. */
function fixedOf(records: readonly ProductRecord[], not: string): FixedProduct[] {
  const fixed = records.flatMap(({ product }): FixedProduct[] => {
    const { price, currencyCode } = product;
    const isFixed = product.denomination === "fixed" && price !== null && price > 0;
    return isFixed && currencyCode !== null && currencyCode !== not
      ? [{ ...product, price, currencyCode }]
      : [];
  });
  const counts = new Map<string, number>();
  for (const { currencyCode } of fixed) counts.set(currencyCode, (counts.get(currencyCode) ?? 0) + 1);
  const most = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  return fixed
    .filter(({ currencyCode }) => not !== "" || currencyCode === most)
    .toSorted((one, other) => one.price - other.price);
}
