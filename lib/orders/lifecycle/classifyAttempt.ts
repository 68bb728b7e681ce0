import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";

/** The classes of a POST of an order (docs/architecture.md#the-life-of-an-order). */
export const ATTEMPT_CLASSES = [
  "accepted",
  "exists",
  "refused",
  "throttled",
  "not_sent",
  "ambiguous",
] as const;
export type AttemptClass = (typeof ATTEMPT_CLASSES)[number];

/** The class that the audit record of an attempt contains; undefined if it has none that is known. */
export function recordedClass({ outcome }: { outcome?: unknown }): AttemptClass | undefined {
  return ATTEMPT_CLASSES.find((each) => each === outcome);
}

/** The upstream rejection that means "exists" (docs/service-interface.md §10.1). Some texts come with and without a full stop. */
const ALREADY_PLACED = /^this order has already been placed\.?$/i;

/**
 * Classifies a failed POST of an order (docs/architecture.md#the-life-of-an-order). A 2xx with an order id is `accepted` and
 * never gets here. In doubt, the result is `ambiguous`: only a poll may find out that nothing was bought.
 */
export function classifyFailure(failure: ServiceFailure): Exclude<AttemptClass, "accepted"> {
  switch (failure.kind) {
    case "throttled":
      return "throttled";
    case "not_sent":
      return "not_sent";
    case "ambiguous":
      return "ambiguous";
    case "unauthorised":
    case "not_found":
      return "refused";
    case "refused":
      return isExisting(failure) ? "exists" : "refused";
  }
}

function isExisting(failure: ServiceFailure): boolean {
  if (failure.statusCode === 409) return true;
  return failure.statusCode === 400 && ALREADY_PLACED.test(failure.body?.message.trim() ?? "");
}
