import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { viewQuery, PAGE_SIZE } from "#lib/catalog/views/viewParams.ts";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { SuggestionsRequest } from "#lib/contracts/catalog/suggestions.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** While the first sync run is in progress, the list grows; and a window that failed may be available now. */
const REFETCH_EVERY = 1.5 * SECOND;

/** The key of all windows of all views. */
export function catalogListKey(environment: Environment) {
  return [environment, "catalog", "list"] as const;
}

/** One window of a view, `PAGE_SIZE` rows; window 0 comes with the page and also contains the total and the counts. */
export function catalogWindowQuery(environment: Environment, view: CatalogView, window: number) {
  return queryOptions({
    queryKey: [...catalogListKey(environment), viewQuery(view), window],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(viewQuery(view));
      query.set("skip", String(window * PAGE_SIZE));
      query.set("take", String(PAGE_SIZE));
      return fetchJson(apiPaths.products(query.toString()), { environment, signal });
    },
    // After a long scroll through a large catalog, only the recently visible windows stay in memory.
    gcTime: window === 0 ? 5 * MINUTE : MINUTE,
    staleTime: 30 * SECOND,
    // A failed window would otherwise leave a permanent gap in the list.
    refetchInterval: ({ state }) =>
      state.status === "error" || state.data?.progress ? REFETCH_EVERY : false,
  });
}

/** The first window of a view: the previous one stays visible until the answer arrives. */
export function catalogHeadQuery(environment: Environment, view: CatalogView) {
  return queryOptions({
    ...catalogWindowQuery(environment, view, 0),
    placeholderData: keepPreviousData<CatalogPage>,
    refetchInterval: ({ state }) => (state.data?.progress ? REFETCH_EVERY : false),
  });
}

/** One product, read from the service each time it is opened. */
export function productQuery(environment: Environment, productId: number) {
  return queryOptions({
    queryKey: [environment, "catalog", "product", productId],
    queryFn: ({ signal }) => fetchJson(apiPaths.product(productId), { environment, signal }),
    staleTime: 5 * SECOND,
  });
}

/** The first `count` products that match what is typed, to choose one from. */
export function productSuggestionsQuery(environment: Environment, q: string, count: number) {
  return queryOptions({
    queryKey: [environment, "catalog", "suggestions", q, count],
    queryFn: ({ signal }) => {
      const body: SuggestionsRequest = { q, take: count };
      return fetchJson(apiPaths.productSuggestions(), {
        method: "POST",
        body,
        environment,
        signal,
      });
    },
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
  });
}
