import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CatalogPage } from "#lib/contracts/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "./fetchJson.ts";

const SHOWN = 6;

/** The first few products of a search, for the command palette. */
export function quickSearchQuery(environment: Environment, q: string) {
  return queryOptions({
    queryKey: [environment, "quick-search", q],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q, take: String(SHOWN) });
      return fetchJson<CatalogPage>(apiPaths.products(query.toString()), { environment, signal });
    },
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
  });
}
