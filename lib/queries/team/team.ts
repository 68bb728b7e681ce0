import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AddMemberRequest, ChangeMemberRequest } from "#lib/contracts/team/team.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

export function teamQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "team"],
    queryFn: ({ signal }) => fetchJson(apiPaths.team(), { environment, signal }),
  });
}

export function refreshTeam(client: QueryClient, environment: Environment): Promise<void> {
  return client.invalidateQueries({ queryKey: teamQuery(environment).queryKey });
}

/** This answer is the only one that contains the password. */
export function addMember(environment: Environment, body: AddMemberRequest) {
  return fetchJson(apiPaths.team(), { method: "POST", body, environment });
}

export function changeMember(environment: Environment, memberId: string, body: ChangeMemberRequest) {
  return fetchJson(apiPaths.member(memberId), { method: "PATCH", body, environment });
}

export function memberSessionsQuery(environment: Environment, memberId: string) {
  return queryOptions({
    queryKey: [environment, "team", memberId, "sessions"],
    queryFn: ({ signal }) => fetchJson(apiPaths.memberSessions(memberId), { environment, signal }),
  });
}

/** How many drafts a member has in this environment. */
export function memberDraftsQuery(environment: Environment, memberId: string) {
  return queryOptions({
    queryKey: [environment, "team", memberId, "drafts"],
    queryFn: ({ signal }) => fetchJson(apiPaths.memberDrafts(memberId), { environment, signal }),
  });
}

export function transferDrafts(environment: Environment, memberId: string, to: string) {
  return fetchJson(apiPaths.memberDrafts(memberId), {
    method: "POST",
    body: { to },
    environment,
  });
}

/** Signs a member out everywhere; returns from how many sessions. */
export function endMemberSessions(environment: Environment, memberId: string) {
  return fetchJson(apiPaths.memberSessions(memberId), {
    method: "DELETE",
    environment,
  });
}

/** Removes the second factors of a member who has lost them. */
export function resetSecondFactor(environment: Environment, memberId: string) {
  return fetchJson(apiPaths.memberSecondFactor(memberId), {
    method: "DELETE",
    environment,
  });
}

/** This answer is the only one that contains the new password. */
export function resetMemberPassword(environment: Environment, memberId: string) {
  return fetchJson(apiPaths.memberPassword(memberId), { method: "POST", environment });
}
