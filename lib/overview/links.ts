import type { DaySpan } from "#lib/contracts/overview.ts";
import { listAddressQuery, UNFILTERED, type ListAddress } from "#lib/orders/list/listAddress.ts";
import { paths } from "#lib/paths.ts";

/** The list of exactly the orders that a figure counts: those confirmed on some days of UTC, in some states. */
export function ordersBehind(
  { from, to }: DaySpan,
  narrowed: Partial<Pick<ListAddress, "state" | "currency" | "member" | "product" | "po">>,
): string {
  return paths.orders(listAddressQuery({ ...UNFILTERED, from, to, zone: "utc", ...narrowed }));
}

/** The list of the orders of some states, of whatever day. */
export function ordersIn(state: ListAddress["state"]): string {
  return paths.orders(listAddressQuery({ ...UNFILTERED, state }));
}
