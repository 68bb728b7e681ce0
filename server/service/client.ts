import type { Code } from "#lib/contracts/codes.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/product.ts";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import type { ServiceFilter } from "#lib/contracts/catalog.ts";
import type { WalletReading } from "#lib/contracts/wallet.ts";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import type { Instant } from "#lib/time/instant.ts";

/** The answer to one call: a value, or a failure of few kinds. Calls never throw for what the service does. */
export type ServiceAnswer<T> =
  { ok: true; value: T; statusCode: number } | { ok: false; failure: ServiceFailure };

export type ProductRecord = { product: Product; raw: unknown };

export type ProductListing = {
  products: ProductRecord[];
  /** Records that could not be read as products, with the reason, so that none is silently dropped. */
  unreadable: { reason: string; raw: unknown }[];
  /** How many records the page held, readable or not: a page shorter than `take` is the last one. */
  recordCount: number;
  /** The service's own total, where it tells one. */
  total: number | null;
};

export type OrderAnswer = {
  report: OrderReport;
  /** Delivered codes, held in memory only as long as the caller needs them. Never logged, never stored. */
  codes: Code[];
};

export type CallOptions = {
  signal?: AbortSignal;
  /** Somebody waits for it: without a whole answer after so many milliseconds it has failed. */
  timeoutMs?: number;
  /** For the request log: which order the call is about, and which attempt it is. */
  orderRow?: string;
  attempt?: number;
};

/** The only way to the service. One per environment; the only holder of its key. */
export type ServiceClient = {
  readonly environment: Environment;
  readWallet(options?: CallOptions): Promise<ServiceAnswer<WalletReading>>;
  /** `take` is at most 100 (docs/service-interface.md §8). */
  listProducts(
    query: { filters?: Partial<Record<ServiceFilter, string>>; skip: number; take: number },
    options?: CallOptions,
  ): Promise<ServiceAnswer<ProductListing>>;
  readProduct(productId: number, options?: CallOptions): Promise<ServiceAnswer<ProductRecord>>;
  /** Sends exactly these bytes. Never retries: the order worker alone decides that. */
  placeOrder(body: Uint8Array, options?: CallOptions): Promise<ServiceAnswer<OrderAnswer>>;
  readOrder(reference: string, options?: CallOptions): Promise<ServiceAnswer<OrderAnswer>>;
  /** Sends nothing more; calls under way get their answer, so that no order's outcome is lost by stopping. */
  close(): Promise<void>;
};

/**
 * Asked before every call, and told its outcome. Its state is in the database, so that Retry-After holds for every call on a key,
 * over all instances (docs/architecture.md#invariants, 8).
 */
export type RateLimiter = {
  /** Null: send the call now. Otherwise not before the returned instant. */
  acquire(): Promise<Instant | null>;
  report(outcome: CallOutcome): Promise<void>;
};
export type CallOutcome =
  | { kind: "answered"; at: Instant; serviceDate: Instant | null }
  | { kind: "throttled"; at: Instant; retryAfterMs: number | null }
  /** No answer came; `at` is when the call was sent. */
  | { kind: "unreachable"; at: Instant };

/** One redacted line of the request log. */
export type CallRecord = {
  environment: Environment;
  at: Instant;
  operation: "wallet" | "products" | "product" | "place" | "order";
  statusCode: number | null;
  failure: string | null;
  message: string | null;
  durationMs: number;
  attempt: number | null;
  orderRow: string | null;
};
