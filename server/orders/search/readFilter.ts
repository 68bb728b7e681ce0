import "server-only";
import type { OrderFilterQuery } from "#lib/contracts/orders/order.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderFilter } from "./filter.ts";

/** The filter that a query of the interface asks for, in the environment of the request. */
export function readFilter(
  { environment }: { environment: Environment },
  query: OrderFilterQuery,
): OrderFilter {
  const { state, from, to, currency } = query;
  return {
    environment,
    states: state === undefined || state.length === 0 ? null : [...new Set(state)],
    from: from === undefined ? null : Date.parse(from),
    to: to === undefined ? null : Date.parse(to),
    text: query.q ?? "",
    memberId: query.member ?? null,
    ...(query.placedBy === undefined ? {} : { placedBy: query.placedBy }),
    placer: query.placer ?? null,
    productId: query.product ?? null,
    currency: currency ?? null,
    amountFrom: query.amountFrom ?? null,
    amountTo: query.amountTo ?? null,
    purchaseOrder: query.purchaseOrder ?? "",
    tag: query.tag ?? null,
  };
}
