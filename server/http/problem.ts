import "server-only";
import type { Problem } from "#lib/contracts/problem.ts";
import { isAppError, type AppError, type AppErrorKind } from "#server/context/errors.ts";

/** Status and title of each kind of error. A rate limit is always 429, so that clients know to wait. */
const STATUS: Record<AppErrorKind, readonly [status: number, title: string]> = {
  unauthenticated: [401, "Sign in required"],
  "reauthentication-required": [403, "Confirm that it's you"],
  forbidden: [403, "Access denied"],
  "password-change-required": [403, "Choose a password first"],
  "second-factor-required": [403, "Set up a second factor first"],
  "release-required": [403, "Release required"],
  "cross-site": [403, "Cross-site request refused"],
  "not-found": [404, "Not found"],
  "method-not-allowed": [405, "Method not allowed"],
  "method-not-implemented": [501, "Method not implemented"],
  validation: [400, "Invalid request"],
  conflict: [409, "Conflict"],
  "exposed-codes": [409, "Codes seen before"],
  rejected: [422, "Rejected by the service"],
  "too-slow": [408, "Request too slow"],
  "too-large": [413, "Request too large"],
  "headers-too-large": [431, "Request header too large"],
  "unmet-expectation": [417, "Expectation not met"],
  "unsupported-media-type": [415, "Unsupported content type"],
  "too-early": [429, "Too early"],
  "too-many": [429, "Too many requests"],
  "too-busy": [503, "Too busy"],
  "service-failed": [502, "Service error"],
  "service-unreachable": [503, "Service unreachable"],
  "not-configured": [400, "Environment not configured"],
};

/** The status an error is answered with. */
export function statusOf(error: AppError): number {
  return STATUS[error.kind][0];
}

/** Turns any error into a problem document. An error that is not an AppError reveals nothing but the request id. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (isAppError(error)) return describe(error, requestId);
  return {
    type: "internal",
    title: "Something went wrong",
    status: 500,
    detail: `Try again. If it happens again, give your administrator this request ID: ${requestId}`,
    requestId,
  };
}

function describe(error: AppError, requestId: string): Problem {
  const [status, title] = STATUS[error.kind];
  const { retryAfterSeconds, ...details } = error.details;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds: Math.max(0, retryAfterSeconds) };
  return { type: error.kind, title, status, detail: error.message, requestId, ...details, ...wait };
}

/** The answer that carries a problem document (RFC 9457). */
export function problemResponse(problem: Problem): Response {
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": problem.requestId,
  });
  if (problem.retryAfterSeconds !== undefined) {
    headers.set("retry-after", String(Math.ceil(problem.retryAfterSeconds)));
  }
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
