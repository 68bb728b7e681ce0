import "server-only";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { firstLine } from "#lib/text/firstLine.ts";
import { SECOND } from "#lib/time/instant.ts";
import { AppError, type AppErrorKind } from "./errors.ts";

const KINDS: Record<ServiceFailure["kind"], AppErrorKind> = {
  refused: "service-failed",
  unauthorised: "service-failed",
  not_found: "not-found",
  throttled: "too-many",
  not_sent: "service-unreachable",
  ambiguous: "service-unreachable",
};

/** Describes a failed read call in one sentence: the service's own message if there is one. */
export function describeFailure(failure: ServiceFailure): string {
  return firstLine(describeForAdministrators(failure));
}

/** The same, followed by what helps administrators to fix it. */
export function describeForAdministrators(failure: ServiceFailure): string {
  if (failure.body !== null)
    return `The service answered ${failure.body.statusCode}: ${failure.body.message.replaceAll(/\s*\n\s*/g, " ")}`;
  if (failure.kind === "throttled") return "The service asks us to slow down.";
  // A call that only reads cannot have an unknown outcome.
  return failure.detail.replace(/^Outcome unknown: /, "Couldn't read from the service: ");
}

/** The error for a member whose request needed an answer of the service and got none. */
export function serviceCallError(failure: ServiceFailure): AppError {
  const { body, retryAfterMs } = failure;
  return new AppError(KINDS[failure.kind], body?.message ?? describeFailure(failure), {
    ...(body === null ? {} : { service: body }),
    ...(retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / SECOND) }),
  });
}
