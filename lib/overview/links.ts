import type { DaySpan } from "#lib/contracts/orders/overview.ts";
import { listAddressQuery, UNFILTERED, type ListAddress } from "#lib/orders/list/listAddress.ts";
import { paths } from "#lib/paths.ts";

/** A link to the list of exactly the orders that a figure counts: confirmed on these days (UTC), in these states. */
export function ordersBehind(
  { from, to }: DaySpan,
  narrowed: Partial<Pick<ListAddress, "state" | "currency" | "member" | "product" | "po">>,
): string {
  return paths.orders(listAddressQuery({ ...UNFILTERED, from, to, zone: "utc", ...narrowed }));
}

/** A link to the list of the orders in some states, from any day. */
export function ordersIn(state: ListAddress["state"]): string {
  return paths.orders(listAddressQuery({ ...UNFILTERED, state }));
}
