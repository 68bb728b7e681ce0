import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";

// The orders that each figure of the overview counts, by their states. Links to the list of orders use the same sets.

/** Everything that was ordered was delivered. */
export const SUCCEEDED: readonly OrderState[] = statesWhere(({ codes }) => codes === "all");
/** The service has answered, or was never reached; orders that a person withdrew or closed say nothing about it. */
export const ENDED: readonly OrderState[] = [
  ...statesWhere(({ stage }) => stage === "delivered"),
  ...(["rejected", "not_placed"] as const),
];
/** Something is still to come, automatically or from a person. Does not include partial deliveries that are still checked. */
export const OPEN: readonly OrderState[] = statesWhere(
  ({ stage }) => stage !== "delivered" && stage !== "given_up",
);
