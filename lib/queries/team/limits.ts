import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { SetLimitRequest, SetProductLimitRequest } from "#lib/contracts/team/limits.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** The spending limits of an environment. */
export function limitsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "limits"],
    queryFn: ({ signal }) => fetchJson(apiPaths.limits(), { environment, signal }),
  });
}

/** Sets or removes the limits of one member or role in one currency, and returns all limits. Throws a ProblemError. */
export function setLimit(environment: Environment, body: SetLimitRequest) {
  return fetchJson(apiPaths.limits(), { method: "PUT", body, environment });
}

/** How many codes of products the team may order within a number of days, in an environment. */
export function productLimitsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "product-limits"],
    queryFn: ({ signal }) => fetchJson(apiPaths.productLimits(), { environment, signal }),
  });
}

/** Sets or removes the limit of one product, and returns all of them. Throws a ProblemError. */
export function setProductLimit(environment: Environment, body: SetProductLimitRequest) {
  return fetchJson(apiPaths.productLimits(), { method: "PUT", body, environment });
}
