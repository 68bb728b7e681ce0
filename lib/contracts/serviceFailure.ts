import type { ServiceErrorBody } from "./serviceError.ts";

/**
 * What went wrong with one call to the service, split by what the caller can do.
 * - `refused`: 400, 403, 409, 422 with the service's error body, and 405, 413, 414, 415, 431 with it, by which HTTP refuses
 *   a request for its form before anything is done with it; never repeat unchanged.
 * - `unauthorised`: 401 with the service's error body on every key we hold.
 * - `not_found`: 404 with the service's error body.
 * - `throttled`: 429 (with or without a body), or delayed by our own rate limiter before sending (`statusCode` null);
 *   nothing happened, try after `retryAfterMs`.
 * - `not_sent`: not one byte of the request was written (connection refused, name not found, no route, no TLS, no free connection).
 * - `ambiguous`: 502, other 5xx, 3xx, any other status, a 4xx without the service's error body, time-out, reset, unreadable or
 *   off-shape answer: it may have happened.
 */
export type ServiceFailureKind =
  | "refused"
  | "unauthorised"
  | "not_found"
  | "throttled"
  | "not_sent"
  | "ambiguous";

export type ServiceFailure = {
  kind: ServiceFailureKind;
  statusCode: number | null;
  /** The service's own answer, verbatim; null when there was none that could be read. */
  body: ServiceErrorBody | null;
  /** Milliseconds to wait at least, from Retry-After; null when it was missing or unreadable. */
  retryAfterMs: number | null;
  /**
   * What happened, in our words; never holds a key, a code or an address with credentials. Its first line is a sentence for everybody,
   * further ones are for administrators (lib/text/firstLine.ts).
   */
  detail: string;
};
