import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Opens production for this session, where the account requires that. `environment`: the one that the page shows. */
export function openProduction(environment: Environment) {
  return fetchJson(apiPaths.production(), { method: "POST", body: {}, environment });
}
