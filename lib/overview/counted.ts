import type { OrderState } from "#lib/contracts/orderState.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";

// Which orders each figure of the overview counts, by their states. The links to the list of orders are made of the same sets.

/** Accepted by the service: what they cost is spent. */
export const SPENT: readonly OrderState[] = statesWhere(
  (each) => each.stage === "fulfilment" || each.stage === "delivered",
);
/** They brought codes. */
export const WITH_CODES: readonly OrderState[] = statesWhere(({ codes }) => codes !== "none");
/** Everything that was ordered has come. */
export const SUCCEEDED: readonly OrderState[] = statesWhere(({ codes }) => codes === "all");
/** The service has answered, or was never reached; what a person took back or closed says nothing about it. */
export const ENDED: readonly OrderState[] = [
  ...statesWhere(({ stage }) => stage === "delivered"),
  ...(["rejected", "not_placed"] as const),
];
/** Something is still to come, automatically or by a person. Re-checks of what was delivered in part are not meant. */
export const OPEN: readonly OrderState[] = statesWhere(
  ({ stage }) => stage !== "delivered" && stage !== "given_up",
);
