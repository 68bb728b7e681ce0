import { infiniteQueryOptions, queryOptions, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { LabelOrderRequest, OrdersPage, OrderView } from "#lib/contracts/orders/order.ts";
import type { PlaceOrderRequest, PreflightRequest } from "#lib/contracts/orders/placeOrder.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { newerOrder } from "#lib/orders/lifecycle/newerOrder.ts";
import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { isInFlight } from "#lib/orders/lifecycle/states.ts";
import type { OrderVerb } from "#lib/contracts/orders/orderState.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { allowancesQuery } from "./allowances.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** How many orders a list loads at a time. */
export const PAGE_SIZE = 50;
const FIRST_PAGE: string | null = null;
const LIST_EVERY = 10 * SECOND;

/** The query of one page; server and browser use the same one. */
export function ordersQueryOf(filter: OrdersFilter, cursor: string | null) {
  return {
    ...filter,
    ...(cursor === null ? {} : { cursor }),
    take: PAGE_SIZE,
  };
}

export function ordersListQuery(environment: Environment, filter: OrdersFilter) {
  return infiniteQueryOptions({
    queryKey: [environment, "orders", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(apiPaths.orders(searchText(filter, pageParam)), { environment, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: OrdersPage) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some((order) => isInFlight(order.state)))
        ? LIST_EVERY
        : false,
  });
}

function searchText(filter: OrdersFilter, cursor: string | null): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(ordersQueryOf(filter, cursor))) {
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each));
  }
  return params.toString();
}

/** The latest orders that contain a product. Its key is a list's, so it is read again when an order has changed. */
export function productOrdersQuery(environment: Environment, productId: number) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "of-product", productId],
    queryFn: ({ signal }) => fetchJson(apiPaths.productOrders(productId), { environment, signal }),
    staleTime: 5 * SECOND,
  });
}

/** One order. The server says in `pollAfterMs` when to read it again; a hidden tab does not. */
export function orderQuery(environment: Environment, reference: string) {
  return queryOptions({
    queryKey: [environment, "orders", "one", reference],
    queryFn: ({ signal }) => fetchJson(apiPaths.order(reference), { environment, signal }),
    refetchInterval: ({ state }) => state.data?.pollAfterMs ?? false,
    staleTime: 2 * SECOND,
    structuralSharing: keepNewer,
  });
}

function keepNewer(known: unknown, incoming: unknown): unknown {
  // Both are data of this query, whose type react-query does not pass on.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return newerOrder(known as OrderView | undefined, incoming as OrderView);
}

/** The number of orders that are remembered: more than a member opens on one page. */
const MOST_SHOWN = 50;
const shown = new WeakMap<QueryClient, Map<string, OrderView>>();

/**
 * The newest answer about an order that this page has shown, given the current data of its query: data that comes with a page
 * replaces the query's by the server's clock, and may be older. Returns the same object for the same answer.
 */
export function newestShown(
  client: QueryClient,
  environment: Environment,
  reference: string,
  answer: OrderView,
): OrderView {
  const known = shown.get(client) ?? new Map<string, OrderView>();
  shown.set(client, known);
  const key = `${environment} ${reference}`;
  return keepRecent(known, key, newerOrder(known.get(key), answer), MOST_SHOWN);
}

/**
 * After an order was placed or has changed: its page shows it at once; lists, what the rules leave of products, and the order whose lines
 * it repeats, are read again.
 */
export async function rememberOrder(
  client: QueryClient,
  environment: Environment,
  reference: string,
  order: OrderView,
): Promise<void> {
  client.setQueryData(orderQuery(environment, reference).queryKey, order);
  const outdated: QueryKey[] = [[environment, "orders", "list"], allowancesQuery(environment).queryKey];
  if (order.follows !== null) outdated.push(orderQuery(environment, order.follows).queryKey);
  await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The check for one opening of the review: never cached, because it reads prices afresh. */
export function preflightQuery(environment: Environment, confirmationId: string, body: PreflightRequest) {
  return queryOptions({
    queryKey: [environment, "preflight", confirmationId],
    queryFn: ({ signal }) => fetchJson(apiPaths.preflight(), { method: "POST", body, environment, signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** The same `confirmationId` makes one order, however often it is sent (docs/architecture.md#invariants, 2). */
export function placeOrder(environment: Environment, body: PlaceOrderRequest) {
  return fetchJson(apiPaths.orders(), { method: "POST", body, environment });
}

/** Performs a verb on an order; its parameters go into `body`. A ProblemError says why it is not possible now. */
export function actOnOrder(
  environment: Environment,
  reference: string,
  verb: OrderVerb,
  body?: Record<string, unknown>,
) {
  return fetchJson(apiPaths.orderVerb(reference, verb), { method: "POST", body, environment });
}

/** Changes purchase order, note and tags of an order. Throws a ProblemError. */
export function labelOrder(environment: Environment, reference: string, body: LabelOrderRequest) {
  return fetchJson(apiPaths.orderLabels(reference), { method: "PUT", body, environment });
}
