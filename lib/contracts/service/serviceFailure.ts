import type { ServiceErrorBody } from "./serviceError.ts";

/**
 * What went wrong with one call to the service, divided by what the caller can do:
 * - `refused`: 400, 403, 409 or 422 with the service's error body; also 405, 413, 414, 415 or 431 with it, by which HTTP refuses
 * a request for its form before anything is done. Never repeat unchanged.
 * - `unauthorised`: 401 with the service's error body for every key that we have.
 * - `not_found`: 404 with the service's error body.
 * - `throttled`: 429 (with or without a body), or delayed by our own rate limiter before sending (`statusCode` null). Nothing was
 * done; try again after `retryAfterMs`.
 * - `not_sent`: no byte of the request was written (connection refused, name not found, no route, no TLS, no free connection).
 * - `ambiguous`: 502, other 5xx, 3xx, any other status, a 4xx without the service's error body, timeout, reset, or an answer that
 * is unreadable or has an unexpected shape: it may have been done.
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
  /** The service's own answer, verbatim; null if there was none that could be read. */
  body: ServiceErrorBody | null;
  /** The shortest time to wait in milliseconds, from Retry-After; null if it was missing or unreadable. */
  retryAfterMs: number | null;
  /**
   * What happened, in our words; never contains a key, a code or an address with credentials. Its first line is a sentence for
   * everybody, further lines are for administrators (lib/text/firstLine.ts).
   */
  detail: string;
};
