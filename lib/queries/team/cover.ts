import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { NameDeputy } from "#lib/contracts/team/cover.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Who stands in for whom, as far as it concerns the member. */
export function coverQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "cover"],
    queryFn: ({ signal }) => fetchJson(apiPaths.coverOfMembers(), { environment, signal }),
  });
}

/** Names a deputy, and returns who stands in for whom. Throws a ProblemError. */
export function nameDeputy(environment: Environment, body: NameDeputy) {
  return fetchJson(apiPaths.coverOfMembers(), { method: "POST", body, environment });
}

/** Ends a cover, and returns the others. Throws a ProblemError. */
export function endCover(environment: Environment, coverId: string) {
  return fetchJson(apiPaths.cover(coverId), { method: "DELETE", environment });
}
