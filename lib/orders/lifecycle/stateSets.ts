import { ORDER_STATES, type OrderState } from "#lib/contracts/orders/orderState.ts";
import { isAtService, statesWhere } from "./states.ts";

// Sets of states that several verbs select orders by.

/** The service has accepted the order, so its cost is spent. */
export const ACCEPTED: readonly OrderState[] = ORDER_STATES.filter(isAtService);

/** Nothing was bought, by all that the service has said; see `isNothingBought`. */
export const NOTHING_BOUGHT: readonly OrderState[] = statesWhere(({ isNothingBought }) => isNothingBought);

/** Ended without the service, or refused by it: what happens later is no part of the order's plan. */
export const GIVEN_UP: readonly OrderState[] = statesWhere(({ stage }) => stage === "given_up");

/** Codes were delivered. */
export const WITH_CODES: readonly OrderState[] = statesWhere(({ codes }) => codes !== "none");

/** An attempt may have made the order, and nobody knows yet whether it did: ordering the same again may buy it twice. */
export const OUTCOME_UNKNOWN: readonly OrderState[] = ["unconfirmed", "needs_review"];
