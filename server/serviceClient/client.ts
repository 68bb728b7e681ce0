import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import type { ServiceFilter } from "#lib/contracts/catalog/catalog.ts";
import type { KeySlot } from "#lib/contracts/service/serviceKeys.ts";
import type { WalletReading } from "#lib/contracts/money/wallet.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { OrderAnswer, ProductListing, ProductRecord } from "#server/serviceClient/readers/answers.ts";
import type { Operation } from "./answerReaders.ts";

/** The answer to one call: a value or a failure. Calls never throw because of the service. */
export type ServiceAnswer<T> =
  | { ok: true; value: T; statusCode: number }
  | { ok: false; failure: ServiceFailure };

export type CallOptions = {
  signal?: AbortSignal;
  /** For calls that a person waits for: milliseconds until the whole answer has to be there. */
  timeoutMs?: number;
  /** Asked just before the first byte is sent; if false, the call fails as `not_sent`. */
  mayStart?: () => boolean;
  /** For the request log: which order the call is about, and which attempt it is. */
  orderRow?: string;
  attempt?: number;
  /** For an order that was placed here: how many codes of each product were ordered. Tells codes apart where the answer's shape leaves it open. */
  ordered?: ReadonlyMap<number, number>;
  /** Makes the call with this key only, without changing the key of other calls. Default: the key in use, then the standby key. */
  key?: KeySlot;
  /** Makes the call although the service has asked to wait until then; a wait until any other instant still holds. */
  despite?: Instant;
};

/** The only access to the service, and the only module with its key. One for each environment. */
export type ServiceClient = {
  readonly environment: Environment;
  readWallet(options?: CallOptions): Promise<ServiceAnswer<WalletReading>>;
  /** `take` is at most 100 (docs/service-interface.md §8). */
  listProducts(
    query: { filters?: Partial<Record<ServiceFilter, string>>; skip: number; take: number },
    options?: CallOptions,
  ): Promise<ServiceAnswer<ProductListing>>;
  readProduct(productId: number, options?: CallOptions): Promise<ServiceAnswer<ProductRecord>>;
  /** Sends exactly these bytes. Never retries: only the order worker decides that. */
  placeOrder(body: Uint8Array, options?: CallOptions): Promise<ServiceAnswer<OrderAnswer>>;
  readOrder(reference: string, options?: CallOptions): Promise<ServiceAnswer<OrderAnswer>>;
  /** The configured keys by slot and fingerprint. */
  keys(): { slot: KeySlot; fingerprint: string; isInUse: boolean }[];
  /** Sends no more calls; those in flight still get their answer, so that stopping loses no order's outcome. */
  close(): Promise<void>;
};

/**
 * Asked before every call, and told its outcome. Its state is in the database, so that Retry-After holds for every call with a
 * key, over all instances (docs/architecture.md#invariants, 8).
 */
export type RateLimiter = {
  /** Null: make the call now. Otherwise not before the returned instant. `despite`: the wait until then counts as over. */
  acquire(despite?: Instant): Promise<Instant | null>;
  report(outcome: CallOutcome): Promise<void>;
};
export type CallOutcome =
  | { kind: "answered"; at: Instant; serviceDate: Instant | null }
  | { kind: "throttled"; at: Instant; retryAfterMs: number | null }
  /** There was no answer; `at` is when the call was sent. */
  | { kind: "unreachable"; at: Instant };

/** One redacted record of the request log. */
export type CallRecord = {
  environment: Environment;
  at: Instant;
  operation: Operation;
  statusCode: number | null;
  failure: string | null;
  message: string | null;
  durationMs: number;
  attempt: number | null;
  orderRow: string | null;
  /** The fingerprint of the key that it was sent with; null if it was not sent. */
  key: string | null;
};
