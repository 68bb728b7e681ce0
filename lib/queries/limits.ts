import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { LimitsView, SetLimitRequest } from "#lib/contracts/limits.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";

/** The spending limits of an environment. */
export function limitsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "limits"],
    queryFn: ({ signal }) => fetchJson<LimitsView>(apiPaths.limits(), { environment, signal }),
  });
}

/** Sets or removes the limits of one member or role in one currency, and returns all limits. Throws a ProblemError. */
export function setLimit(environment: Environment, body: SetLimitRequest) {
  return fetchJson<LimitsView>(apiPaths.limits(), { method: "PUT", body, environment });
}
