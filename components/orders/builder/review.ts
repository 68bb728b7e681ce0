import type { PreflightRequest, TypedLine } from "#lib/contracts/placeOrder.ts";

/** One order of a review: the lines of the draft in one currency, and the request that checks them. */
export type ReviewOrder = { request: PreflightRequest; lines: TypedLine[] };
/** What is confirmed together: one order for each currency of the draft. */
export type Review = readonly ReviewOrder[];
