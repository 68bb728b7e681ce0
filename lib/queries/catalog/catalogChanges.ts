import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { changesFilterQuery } from "#lib/catalog/changes/changesAddress.ts";
import type {
  ChangesFilter,
  ChangesPage,
  ExportChangesRequest,
} from "#lib/contracts/catalog/catalogChanges.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

export const CHANGES_PAGE_SIZE = 50;
const FIRST_PAGE: string | null = null;

/** What has changed in the catalog, newest first. */
export function changesQuery(environment: Environment, filter: ChangesFilter) {
  return infiniteQueryOptions({
    queryKey: [environment, "catalog", "changes", filter],
    queryFn: ({ pageParam, signal }) =>
      readPage(environment, filter, { cursor: pageParam, take: CHANGES_PAGE_SIZE, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: ChangesPage) => page.nextCursor,
    staleTime: MINUTE,
  });
}

/** How many changes each choice of the filters would show. */
export function changesFacetsQuery(environment: Environment, filter: ChangesFilter) {
  return queryOptions({
    queryKey: [environment, "catalog", "changes", "facets", filter],
    queryFn: ({ signal }) =>
      fetchJson(apiPaths.catalogChangesFacets(changesFilterQuery(filter).toString()), {
        environment,
        signal,
      }),
    staleTime: MINUTE,
  });
}

/** What a product has cost. */
export function priceHistoryQuery(environment: Environment, productId: number) {
  return queryOptions({
    queryKey: [environment, "catalog", "prices", productId],
    queryFn: ({ signal }) => fetchJson(apiPaths.priceHistory(productId), { environment, signal }),
    staleTime: MINUTE,
  });
}

/** A page of an export. Throws a ProblemError. */
export function exportChanges(
  environment: Environment,
  { filter, ...asked }: Omit<ExportChangesRequest, "filter"> & { filter: ChangesFilter },
  signal: AbortSignal,
): Promise<ChangesPage> {
  const { product, ...parts } = filter;
  const products = product === undefined ? {} : { product: product.map(String) };
  const body: ExportChangesRequest = { ...asked, filter: { ...parts, ...products } };
  return fetchJson(apiPaths.exportCatalogChanges(), {
    method: "POST",
    body,
    environment,
    signal,
  });
}

function readPage(
  environment: Environment,
  filter: ChangesFilter,
  { cursor, take, signal }: { cursor: string | null; take: number; signal: AbortSignal },
): Promise<ChangesPage> {
  const query = changesFilterQuery(filter);
  if (cursor !== null) query.set("cursor", cursor);
  query.set("take", String(take));
  return fetchJson(apiPaths.catalogChanges(query.toString()), { environment, signal });
}
