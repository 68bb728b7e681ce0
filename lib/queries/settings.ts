import { keepPreviousData, queryOptions, type QueryClient } from "@tanstack/react-query";
import type { StateUnits } from "#lib/contracts/money/currencyUnits.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ChangePasswordRequest, SignOutEverywhereQuery } from "#lib/contracts/settings.ts";
import type { KeySlot } from "#lib/contracts/service/serviceKeys.ts";
import { apiPaths } from "#lib/paths.ts";
import { SECOND } from "#lib/time/instant.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";
import { forgetMember } from "#lib/queries/team/session.ts";

const REFETCH_EVERY = 15 * SECOND;

export function sessionsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "sessions"],
    queryFn: ({ signal }) => fetchJson(apiPaths.sessions(), { environment, signal }),
  });
}

export function connectionsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "connections"],
    queryFn: ({ signal }) => fetchJson(apiPaths.connections(), { environment, signal }),
    refetchInterval: REFETCH_EVERY,
  });
}

/** The currencies that ISO 4217 does not know, and what was stated of them. */
export function currencyUnitsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "units"],
    queryFn: ({ signal }) => fetchJson(apiPaths.currencyUnits(), { environment, signal }),
  });
}

/** States how many decimals a currency has. */
export function stateCurrencyUnits(environment: Environment, body: StateUnits) {
  return fetchJson(apiPaths.currencyUnits(), { method: "PUT", body, environment });
}

/** Calls the service with this key only. */
export function testKey(environment: Environment, slot: KeySlot) {
  return fetchJson(apiPaths.testKey(), { method: "POST", body: { slot }, environment });
}

export function serviceCallsQuery(environment: Environment, filter: Record<string, string>) {
  return queryOptions({
    queryKey: [environment, "settings", "calls", filter],
    queryFn: ({ signal }) =>
      fetchJson(apiPaths.serviceCalls(new URLSearchParams(filter)), { environment, signal }),
    refetchInterval: REFETCH_EVERY,
    placeholderData: keepPreviousData,
  });
}

export function refreshSessions(client: QueryClient, environment: Environment): Promise<void> {
  return client.invalidateQueries({ queryKey: sessionsQuery(environment).queryKey });
}

/** Ends the member's other sessions; the answer says how many. */
export function changePassword(environment: Environment, body: ChangePasswordRequest) {
  return fetchJson(apiPaths.ownPassword(), { method: "PUT", body, environment });
}

export function revokeSession(environment: Environment, sessionId: string) {
  return fetchJson(apiPaths.session(sessionId), { method: "DELETE", environment });
}

/** Ends all of the member's sessions, including this one, and if they wish their access tokens. */
export async function signOutEverywhere(environment: Environment, query: SignOutEverywhereQuery) {
  const ended = await fetchJson(apiPaths.sessions(query), {
    method: "DELETE",
    environment,
  });
  forgetMember();
  return ended;
}
