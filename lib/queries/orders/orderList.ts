import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { TagOrdersAnswer, TagOrdersRequest } from "#lib/contracts/orders/order.ts";
import type { ExportOrdersRequest } from "#lib/contracts/orders/orderExport.ts";
import type {
  ChangeOrderViewRequest,
  OrderListViews,
  SaveOrderViewRequest,
} from "#lib/contracts/orders/orderViews.ts";
import type { SuggestionsRequest } from "#lib/contracts/catalog/suggestions.ts";
import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The most rows that one read of the first part of a list returns. */
export const HEAD_LIMIT = 200;

function searchText(filter: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each));
  }
  return params.toString();
}

/** How many orders of each state match a filter; its own states and sort make no difference. */
export function orderCountsQuery(
  environment: Environment,
  { state: _state, sort: _sort, ...filter }: OrdersFilter,
) {
  return queryOptions({
    // The key of a list, so that it is read again when an order has changed.
    queryKey: [environment, "orders", "list", "counts", filter],
    queryFn: ({ signal }) => fetchJson(apiPaths.orderCounts(searchText(filter)), { environment, signal }),
    staleTime: 5 * SECOND,
  });
}

/** The first `rows` orders of the current list, to compare with those on the screen. */
export function ordersHeadQuery(environment: Environment, filter: OrdersFilter, rows: number) {
  const take = Math.min(rows, HEAD_LIMIT);
  return queryOptions({
    queryKey: [environment, "orders", "head", filter, take],
    queryFn: ({ signal }) =>
      fetchJson(apiPaths.orders(searchText({ ...filter, take })), { environment, signal }),
    gcTime: 0,
  });
}

export function orderFacetsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "orders", "facets"],
    queryFn: ({ signal }) => fetchJson(apiPaths.orderFacets(), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** The orders before and after one in the list from which it was opened. */
export function neighboursQuery(environment: Environment, reference: string, filter: OrdersFilter) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "neighbours", reference, filter],
    queryFn: ({ signal }) =>
      fetchJson(apiPaths.orderNeighbours(reference, searchText(filter)), {
        environment,
        signal,
      }),
  });
}

/** Adds tags to orders. Throws a ProblemError. */
export async function tagOrders(
  client: QueryClient,
  environment: Environment,
  body: TagOrdersRequest,
): Promise<TagOrdersAnswer> {
  const answer = await fetchJson(apiPaths.orderTags(), {
    method: "POST",
    body,
    environment,
  });
  await client.invalidateQueries({ queryKey: [environment, "orders"] });
  return answer;
}

/** A page of an export. Throws a ProblemError. */
export function exportOrders(environment: Environment, body: ExportOrdersRequest, signal: AbortSignal) {
  return fetchJson(apiPaths.orderExport(), { method: "POST", body, environment, signal });
}

/** This member's views of the list of orders, by name. */
export function orderViewsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "order-views"],
    queryFn: ({ signal }) => fetchJson(apiPaths.orderViews(), { environment, signal }),
    staleTime: MINUTE,
  });
}

type ViewChange =
  | { kind: "save"; body: SaveOrderViewRequest }
  | { kind: "change"; viewId: string; body: ChangeOrderViewRequest }
  | { kind: "delete"; viewId: string };

/** Throws a ProblemError, with `fields.name` if the name is the problem. */
export async function changeOrderViews(
  client: QueryClient,
  environment: Environment,
  change: ViewChange,
): Promise<void> {
  const views = await sendViewChange(environment, change);
  client.setQueryData(orderViewsQuery(environment).queryKey, views);
}

function sendViewChange(environment: Environment, change: ViewChange): Promise<OrderListViews> {
  switch (change.kind) {
    case "save":
      return fetchJson(apiPaths.orderViews(), { method: "POST", body: change.body, environment });
    case "change":
      return fetchJson(apiPaths.orderView(change.viewId), {
        method: "PATCH",
        body: change.body,
        environment,
      });
    case "delete":
      return fetchJson(apiPaths.orderView(change.viewId), { method: "DELETE", environment });
  }
}

/** The first `count` orders that match what is typed, to choose one from. Its key is a list's. */
export function orderSuggestionsQuery(environment: Environment, q: string, count: number) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "suggestions", q, count],
    queryFn: ({ signal }) => {
      const body: SuggestionsRequest = { q, take: count };
      return fetchJson(apiPaths.orderSuggestions(), {
        method: "POST",
        body,
        environment,
        signal,
      });
    },
    staleTime: 10 * SECOND,
    retry: false,
  });
}
