import "server-only";
import type { ServiceFilter } from "#lib/contracts/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Clock } from "#lib/time/instant.ts";
import { readBaseAddress } from "#server/config/baseAddress.ts";
import { Caller, type Call } from "./caller.ts";
import { failed } from "./classify.ts";
import type { CallOptions, CallRecord, RateLimiter, ServiceAnswer, ServiceClient } from "./client.ts";
import type { ProductRecord } from "#server/service/readers/answers.ts";
import { Transport } from "./exchange.ts";
import { describeShape, LONGEST_SHAPE } from "#server/service/readers/describeShape.ts";
import type { Pointers } from "#lib/json/pointer.ts";
import { keyProblem } from "#server/config/keyPairing.ts";
import { DEFAULT_LIMITS, type TransportLimits } from "./limits.ts";
import { readOrder } from "#server/service/readers/order.ts";
import { readProductRecord } from "#server/service/readers/product.ts";
import { readProductListing } from "#server/service/readers/productListing.ts";
import { readWallet } from "#server/service/readers/wallet.ts";
import { orderPath, productPath, productsPath } from "./requestPath.ts";

export type ServiceClientOptions = {
  environment: Environment;
  baseUrl: string;
  /** The key in use, then the standby key, which takes over when that is answered with 401. */
  keys: readonly string[];
  filterParams: Record<ServiceFilter, string>;
  /** Where things are in the answers, if configured. */
  pointers?: Pointers;
  clock: Clock;
  rateLimiter: RateLimiter;
  /** Called with a redacted record of each call: never with a key, a code or a body. */
  record: (call: CallRecord) => void;
  limits?: Partial<TransportLimits>;
};

/** @throws Error with a message without key or address, if the address or a key does not belong to the environment. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { environment, filterParams, pointers = {} } = options;
  const address = readBaseAddress(environment, options.baseUrl);
  if (options.keys.length === 0) throw new Error(`no ${environment} key was given`);
  for (const key of options.keys) {
    const problem = keyProblem(environment, key);
    if (problem !== null) throw new Error(problem);
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  // Separate connections, so that a catalog or wallet call that hangs occupies none that an order needs.
  const ordering = new Transport(address.origin, limits);
  const browsing = new Transport(address.origin, {
    ...limits,
    connections: Math.ceil(limits.connections / 2),
  });
  const caller = new Caller({
    ...options,
    transportFor: (operation) => (operation === "place" || operation === "order" ? ordering : browsing),
    prefix: address.prefix,
  });

  async function ask<T>(
    call: Call,
    read: (json: unknown) => T | null,
    callOptions: CallOptions = {},
    whyUnreadable: (json: unknown) => string = () => WRONG_SHAPE,
  ): Promise<ServiceAnswer<T>> {
    const readAnswer = (json: unknown, statusCode: number): ServiceAnswer<T> => {
      const value = read(json);
      return value === null
        ? failed("ambiguous", statusCode, whyUnreadable(json))
        : { ok: true, value, statusCode };
    };
    return await caller.call(call, readAnswer, callOptions);
  }

  const order = (callOptions?: CallOptions) => (json: unknown) =>
    readOrder(json, { pointer: pointers.codes, ordered: callOptions?.ordered });
  /** A 2xx answer with an order id counts as accepted (docs/architecture.md#the-life-of-an-order). */
  const accepted = (callOptions?: CallOptions) => (json: unknown) => {
    const answer = order(callOptions)(json);
    return answer?.report.orderId === null ? null : answer;
  };

  return {
    environment,
    readWallet: (callOptions) =>
      ask(
        { operation: "wallet", method: "GET", path: "/wallet" },
        (json) => readWallet(json, pointers.wallet),
        callOptions,
      ),
    listProducts: async (query, callOptions) =>
      ask(
        { operation: "products", method: "GET", path: productsPath(query, filterParams) },
        (json) => readProductListing(json, query.skip, pointers),
        callOptions,
        (json) => whyNoListing(json, pointers),
      ),
    readProduct: async (productId, callOptions) =>
      ask(
        { operation: "product", method: "GET", path: productPath(productId) },
        (json) => matching(readProductRecord(json), productId),
        callOptions,
      ),
    placeOrder: (body, callOptions) =>
      ask({ operation: "place", method: "POST", path: "/orders", body }, accepted(callOptions), callOptions),
    readOrder: async (reference, callOptions) =>
      ask({ operation: "order", method: "GET", path: orderPath(reference) }, order(callOptions), callOptions),
    keys: () => caller.keys(),
    close: async () => {
      await Promise.all([ordering.close(), browsing.close()]);
      await caller.finish();
    },
  };
}

/** Null if the answer is about another product than the one requested. */
function matching(record: ProductRecord | null, productId: number): ProductRecord | null {
  return record?.product.id === productId ? record : null;
}

const NO_LISTING = "The service's answer has no list of products that can be read, or more than one.";
const WRONG_SHAPE = "Outcome unknown: the answer has an unexpected shape.";

/** Shows the shape of the answer (names and types without values), and says which variable tells where the list is. */
function whyNoListing(json: unknown, { catalog }: Pointers): string {
  const advice =
    catalog === undefined
      ? "Set SERVICE_CATALOG_POINTER to where the list of products is."
      : "There is no list of products where SERVICE_CATALOG_POINTER says.";
  return [NO_LISTING, advice, `The answer: ${describeShape(json).slice(0, LONGEST_SHAPE)}`].join("\n");
}
