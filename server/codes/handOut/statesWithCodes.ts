import "server-only";
import { ORDER_STATES, type OrderState } from "#lib/contracts/orderState.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";

/** The states of orders that have delivered codes. */
export const STATE_NAMES_WITH_CODES: OrderState[] = ORDER_STATES.filter(
  (state) => STATES[state].codes !== "none",
);
