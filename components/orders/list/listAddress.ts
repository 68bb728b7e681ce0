import { ORDER_STATES, type OrderState } from "#lib/contracts/orderState.ts";
import type { OrdersFilter } from "#lib/queries/orders.ts";
import { toIso } from "#lib/time/instant.ts";
import { endOfDay, startOfDay } from "#lib/time/zonedDay.ts";

/** The filters in the address of the list: days without a time, since whoever opens the link has a time zone of their own. */
export type ListAddress = {
  q: string;
  state: OrderState | null;
  from: string;
  to: string;
  product: number | null;
};

/** Reads an address. What is not valid is left out: a shared link shows as much as it can. */
export function parseListAddress(params: URLSearchParams): ListAddress {
  const day = (name: string) => {
    const text = params.get(name) ?? "";
    return startOfDay(text, "UTC") === null ? "" : text;
  };
  const product = params.get("product") ?? "";
  return {
    q: (params.get("q") ?? "").trim().slice(0, 200),
    state: ORDER_STATES.find((state) => state === params.get("state")) ?? null,
    from: day("from"),
    to: day("to"),
    product: /^[1-9]\d{0,14}$/.test(product) ? Number(product) : null,
  };
}

export function listAddressQuery({ q, state, from, to, product }: ListAddress): string {
  const params = new URLSearchParams();
  if (q.trim() !== "") params.set("q", q.trim());
  if (state !== null) params.set("state", state);
  if (from !== "") params.set("from", from);
  if (to !== "") params.set("to", to);
  if (product !== null) params.set("product", String(product));
  return params.toString();
}

/** The filter of the dashboard's interface: both days included, in the time zone `zone`. */
export function filterOf({ q, state, from, to, product }: ListAddress, zone: string): OrdersFilter {
  const begin = startOfDay(from, zone);
  const end = endOfDay(to, zone);
  return {
    ...(q === "" ? {} : { q }),
    ...(state === null ? {} : { state: [state] }),
    ...(product === null ? {} : { product }),
    ...(begin === null ? {} : { from: toIso(begin) }),
    // The first instant after the last day.
    ...(end === null ? {} : { to: toIso(end) }),
  };
}

export const isFiltered = (address: ListAddress) => listAddressQuery(address) !== "";
