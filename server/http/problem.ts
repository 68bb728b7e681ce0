import "server-only";
import type { Problem } from "#lib/contracts/problem.ts";
import { isDeskError, type DeskError, type DeskErrorKind } from "#server/context/errors.ts";

/** The one table from error to status. Rate answers are 429 whoever's rate it is, so that clients know to wait. */
const STATUS: Record<DeskErrorKind, readonly [status: number, title: string]> = {
  unauthenticated: [401, "Sign in first"],
  forbidden: [403, "Not allowed"],
  "cross-site": [403, "Not from this site"],
  "not-found": [404, "Not found"],
  "method-not-allowed": [405, "Method not allowed"],
  validation: [400, "Something in the request needs changing"],
  conflict: [409, "In conflict with what is there"],
  rejected: [422, "The service refused"],
  "too-large": [413, "Too large"],
  "unsupported-media-type": [415, "Not JSON"],
  "too-early": [429, "Too early"],
  "too-many": [429, "Too many tries"],
  "too-busy": [503, "Too busy"],
  "service-failed": [502, "The service failed"],
  "service-unreachable": [503, "The service does not answer"],
  "not-configured": [400, "Not configured"],
};

/** The status an error is answered with. */
export function statusOf(error: DeskError): number {
  return STATUS[error.kind][0];
}

/** Any error as a problem document. What is not a DeskError tells the reader nothing but the request id. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (isDeskError(error)) return describe(error, requestId);
  return {
    type: "internal",
    title: "Something went wrong here",
    status: 500,
    detail: `Try again. If it happens again, tell your administrator this number: ${requestId}`,
    requestId,
  };
}

function describe(error: DeskError, requestId: string): Problem {
  const [status, title] = STATUS[error.kind];
  const { retryAfterSeconds, ...facts } = error.facts;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds: Math.max(0, retryAfterSeconds) };
  return { type: error.kind, title, status, detail: error.message, requestId, ...facts, ...wait };
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
