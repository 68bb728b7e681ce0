import type { Environment } from "#lib/contracts/environment.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/secondFactor.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "./fetchJson.ts";

/** Shows for this session that the member is the one who signed in: for a while it may do what needs that. */
export function confirmIdentity(environment: Environment, input: ConfirmIdentityInput) {
  return fetchJson<undefined>(apiPaths.confirmIdentity(), { method: "POST", body: input, environment });
}
