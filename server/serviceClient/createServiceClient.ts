import "server-only";
import type { ServiceFilter } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Clock } from "#lib/time/instant.ts";
import { readBaseAddress } from "#server/config/baseAddress.ts";
import { Caller } from "./caller.ts";
import type { CallOptions, CallRecord, RateLimiter, ServiceClient } from "./client.ts";
import { Transport } from "./exchange.ts";
import type { Pointers } from "#lib/json/pointer.ts";
import { keyProblem } from "#server/config/keyPairing.ts";
import { DEFAULT_LIMITS, type TransportLimits } from "./limits.ts";
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

  const howTo = ({ ordered }: CallOptions) => ({ pointer: pointers.codes, ordered });

  return {
    environment,
    readWallet: (callOptions = {}) =>
      caller.call(
        { operation: "wallet", method: "GET", path: "/wallet", reading: { pointers } },
        callOptions,
      ),
    listProducts: async (query, callOptions = {}) => {
      const [path, reading] = [productsPath(query, filterParams), { pointers, skip: query.skip }];
      return caller.call({ operation: "products", method: "GET", path, reading }, callOptions);
    },
    readProduct: async (productId, callOptions = {}) => {
      const [path, reading] = [productPath(productId), { productId }];
      return caller.call({ operation: "product", method: "GET", path, reading }, callOptions);
    },
    placeOrder: (body, callOptions = {}) => {
      const reading = howTo(callOptions);
      return caller.call({ operation: "place", method: "POST", path: "/orders", body, reading }, callOptions);
    },
    readOrder: async (reference, callOptions = {}) => {
      const [path, reading] = [orderPath(reference), howTo(callOptions)];
      return caller.call({ operation: "order", method: "GET", path, reading }, callOptions);
    },
    keys: () => caller.keys(),
    close: async () => {
      await Promise.all([ordering.close(), browsing.close()]);
      await caller.finish();
    },
  };
}
