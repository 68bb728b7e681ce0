import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ChangeSecuritySettings } from "#lib/contracts/team/secondFactor.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

export function secondFactorQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "second-factor"],
    queryFn: ({ signal }) => fetchJson(apiPaths.secondFactor(), { environment, signal }),
  });
}

/** Refreshes what every change of one's factors affects: the factors, and the list of sessions. */
export function refreshSecondFactor(client: QueryClient, environment: Environment): Promise<void> {
  return client.invalidateQueries({ queryKey: [environment, "settings"] });
}

/** A new secret for an authenticator app; it takes effect once a code confirms it. */
export function enrolTotp(environment: Environment) {
  return fetchJson(apiPaths.totp(), { method: "POST", environment });
}

/** This answer is the only one that may contain recovery codes. */
export function confirmTotp(environment: Environment, code: string) {
  return fetchJson(apiPaths.totp(), { method: "PUT", body: { code }, environment });
}

export function removeTotp(environment: Environment) {
  return fetchJson(apiPaths.totp(), { method: "DELETE", environment });
}

/** This answer is the only one that contains the new codes. */
export function replaceRecoveryCodes(environment: Environment) {
  return fetchJson(apiPaths.recoveryCodes(), { method: "POST", environment });
}

export function securitySettingsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "security"],
    queryFn: ({ signal }) => fetchJson(apiPaths.securitySettings(), { environment, signal }),
  });
}

export function changeSecuritySettings(environment: Environment, body: ChangeSecuritySettings) {
  return fetchJson(apiPaths.securitySettings(), { method: "PUT", body, environment });
}
