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
  /** The key in use, then the standby keys that take over when it is answered 401. */
  keys: readonly string[];
  filterParams: Record<ServiceFilter, string>;
  clock: Clock;
  rateLimiter: RateLimiter;
  /** Called with one redacted record of each call: never a key, a code or a body. */
  record: (call: CallRecord) => void;
  limits?: Partial<TransportLimits>;
};

/** @throws Error with a message without key or address, when the address or a key does not belong to the environment. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { environment, filterParams } = options;
  const address = readBaseAddress(environment, options.baseUrl);
  if (options.keys.length === 0) throw new Error(`no ${environment} key was given`);
  for (const key of options.keys) {
    const problem = keyProblem(environment, key);
    if (problem !== null) throw new Error(problem);
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  // A catalog or wallet call that hangs occupies no connection that an order needs.
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
  ): Promise<ServiceAnswer<T>> {
    const readAnswer = (json: unknown, statusCode: number): ServiceAnswer<T> => {
      const value = read(json);
      return value === null ? wrongShape(statusCode) : { ok: true, value, statusCode };
    };
    return await caller.call(call, readAnswer, callOptions);
  }

  return {
    environment,
    readWallet: (callOptions) =>
      ask({ operation: "wallet", method: "GET", path: "/wallet" }, readWallet, callOptions),
    listProducts: async (query, callOptions) =>
      ask(
        { operation: "products", method: "GET", path: productsPath(query, filterParams) },
        (json) => readProductListing(json, query.skip),
        callOptions,
      ),
    readProduct: async (productId, callOptions) =>
      ask(
        { operation: "product", method: "GET", path: productPath(productId) },
        (json) => matching(readProductRecord(json), productId),
        callOptions,
      ),
    placeOrder: (body, callOptions) =>
      ask({ operation: "place", method: "POST", path: "/orders", body }, readAccepted, callOptions),
    readOrder: async (reference, callOptions) =>
      ask({ operation: "order", method: "GET", path: orderPath(reference) }, readOrder, callOptions),
    close: async () => {
      await Promise.all([ordering.close(), browsing.close()]);
    },
  };
}

/** Accepted is a 2xx with an order id (docs/architecture.md#the-life-of-an-order). */
function readAccepted(json: unknown) {
  const answer = readOrder(json);
  return answer?.report.orderId === null ? null : answer;
}

/** Null for an answer about another product than the one requested. */
function matching(record: ProductRecord | null, productId: number): ProductRecord | null {
  return record?.product.id === productId ? record : null;
}

function wrongShape(statusCode: number): { ok: false; failure: ReturnType<typeof failed>["failure"] } {
  return failed("ambiguous", statusCode, "Outcome unknown: the answer has an unexpected shape.");
}
