import { queryOptions } from "@tanstack/react-query";
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
