import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type {
  AcceptInvitationRequest,
  InviteRequest,
  OpenInvitation,
} from "#lib/contracts/team/invitations.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";
import { signInStep } from "./session.ts";

export function invitationsQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "invitations"],
    queryFn: ({ signal }) => fetchJson(apiPaths.invitations(), { environment, signal }),
  });
}

export function refreshInvitations(client: QueryClient, environment: Environment): Promise<void> {
  return client.invalidateQueries({ queryKey: invitationsQuery(environment).queryKey });
}

/** This answer is the only one that contains the link. */
export function invite(environment: Environment, body: InviteRequest) {
  return fetchJson(apiPaths.invitations(), { method: "POST", body, environment });
}

export function revokeInvitation(environment: Environment, invitationId: string) {
  return fetchJson(apiPaths.invitation(invitationId), { method: "DELETE", environment });
}

/** What a link is for. Throws a ProblemError. */
export function readInvitation(token: string): Promise<OpenInvitation> {
  return signInStep(apiPaths.openInvitation(), { token });
}

/** Joins the team and opens a session. Throws a ProblemError. */
export function acceptInvitation(body: AcceptInvitationRequest): Promise<void> {
  return signInStep(apiPaths.acceptInvitation(), body);
}
