import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { DismissAnswer, DismissRequest } from "#lib/contracts/orders/attention.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

const READ_EVERY = 15 * SECOND;

/** Orders that need attention. Its key is a list's, so it is read again when an order has changed. */
export function attentionQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "orders", "list", "attention"],
    queryFn: ({ signal }) => fetchJson(apiPaths.attention(), { environment, signal }),
    refetchInterval: READ_EVERY,
  });
}

/** Dismisses orders or puts them back, and reads again everything that shows them. Throws a ProblemError. */
export async function dismissOrders(
  client: QueryClient,
  environment: Environment,
  body: DismissRequest,
): Promise<DismissAnswer> {
  const answer = await fetchJson(apiPaths.attention(), { method: "POST", body, environment });
  await client.invalidateQueries({ queryKey: [environment, "orders"] });
  return answer;
}
