import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OverviewPeriod } from "#lib/contracts/orders/overview.ts";
import { apiPaths } from "#lib/paths.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The figures of the last days. Its key is a list's, so they are read again when an order has changed. */
export function overviewQuery(environment: Environment, days: OverviewPeriod) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "overview", days],
    queryFn: ({ signal }) => fetchJson(apiPaths.overview(days), { environment, signal }),
    refetchInterval: MINUTE,
  });
}
