import "server-only";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import { DeskError, type DeskErrorKind } from "#server/context/errors.ts";

const KINDS: Record<ServiceFailure["kind"], DeskErrorKind> = {
  refused: "service-failed",
  unauthorised: "service-failed",
  not_found: "not-found",
  throttled: "too-many",
  not_sent: "service-unreachable",
  ambiguous: "service-unreachable",
};

/** A failed call in one sentence: the service's own message where it gave one. */
export function describeFailure(failure: ServiceFailure): string {
  if (failure.body !== null)
    return `The service answered ${failure.body.statusCode}: ${failure.body.message}`;
  if (failure.kind === "throttled") return "The service asks us to slow down.";
  // What only reads has no outcome that could be unknown.
  return failure.detail.replace(/^Outcome unknown: /, "The service could not be read: ");
}

/** The error for a person whose request needed an answer of the service and did not get one. */
export function serviceTrouble(failure: ServiceFailure): DeskError {
  const wait = failure.retryAfterMs === null ? null : Math.ceil(failure.retryAfterMs / 1_000);
  return new DeskError(KINDS[failure.kind], failure.body?.message ?? describeFailure(failure), {
    ...(failure.body === null ? {} : { service: failure.body }),
    ...(wait === null ? {} : { retryAfterSeconds: wait }),
  });
}
