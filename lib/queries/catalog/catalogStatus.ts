import { queryOptions } from "@tanstack/react-query";
import type { CatalogPage } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** How large and how fresh the catalog is. */
export type CatalogStatus = Pick<CatalogPage, "total" | "asOf" | "stale" | "staleReason" | "progress">;

/** Read more often while the first sync run is in progress. */
export function catalogStatusQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "catalog", "status"],
    queryFn: async ({ signal }) =>
      catalogStatusOf(await fetchJson(apiPaths.products("take=1"), { environment, signal })),
    staleTime: MINUTE,
    refetchInterval: ({ state }) => (state.data?.progress ? 3 * SECOND : false),
  });
}

export function catalogStatusOf(page: CatalogPage): CatalogStatus {
  const { total, asOf, stale, staleReason, progress } = page;
  return { total, asOf, stale, staleReason, progress };
}
