import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { CallDespiteWaitRequest } from "#lib/contracts/service/serviceState.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Whether the service is reachable. Never calls the service itself. */
export function serviceStateQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "service"],
    queryFn: ({ signal }) => fetchJson(apiPaths.service(), { environment, signal }),
    refetchInterval: 15 * SECOND,
    staleTime: 5 * SECOND,
  });
}

/** Makes one call although the service has asked to wait. Throws a ProblemError. */
export function callDespiteWait(environment: Environment, body: CallDespiteWaitRequest) {
  return fetchJson(apiPaths.callDespiteWait(), { method: "POST", body, environment });
}
