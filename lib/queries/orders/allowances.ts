import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** What the rules leave of products, as things were a moment ago. */
export function allowancesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "allowances"],
    queryFn: ({ signal }) => fetchJson(apiPaths.allowances(), { environment, signal }),
  });
}

/**
 * The member's limit that an order with this total (minor units) exceeds, as things were a moment ago. Its key begins with that of the
 * allowances, so it is read again when an order has changed.
 */
export function exceededLimitQuery(environment: Environment, currency: string, total: number | null) {
  return queryOptions({
    queryKey: [...allowancesQuery(environment).queryKey, "exceeded", currency, total],
    queryFn: ({ signal }) => fetchJson(apiPaths.exceededLimit(currency, total ?? 0), { environment, signal }),
    enabled: total !== null,
    placeholderData: keepPreviousData,
  });
}
