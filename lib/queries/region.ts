import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ChooseRegion, RegionSettings } from "#lib/contracts/region.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** How numbers and dates are written for the member. */
export function regionQuery(environment: Environment) {
  return queryOptions({
    queryKey: ["region"],
    queryFn: ({ signal }) => fetchJson(apiPaths.region(), { environment, signal }),
    staleTime: Infinity,
  });
}

/** Stores the choice. Pages follow it when they are loaded again. Throws a ProblemError. */
export function saveRegion(environment: Environment, body: ChooseRegion): Promise<RegionSettings> {
  return fetchJson(apiPaths.region(), { method: "PUT", body, environment });
}
