import type { Environment } from "#lib/contracts/environment.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/team/secondFactor.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Confirms for this session that it's the member: for a while it may do what requires that. */
export function confirmIdentity(environment: Environment, input: ConfirmIdentityInput) {
  return fetchJson(apiPaths.confirmIdentity(), { method: "POST", body: input, environment });
}
