import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { CreateTokenRequest } from "#lib/contracts/team/accessTokens.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

export function accessTokensQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "settings", "tokens"],
    queryFn: ({ signal }) => fetchJson(apiPaths.accessTokens(), { environment, signal }),
  });
}

/** This answer is the only one that contains the token. */
export function createToken(environment: Environment, body: CreateTokenRequest) {
  return fetchJson(apiPaths.accessTokens(), { method: "POST", environment, body });
}

export function revokeToken(environment: Environment, tokenId: string) {
  return fetchJson(apiPaths.accessToken(tokenId), { method: "DELETE", environment });
}

export function refreshTokens(client: QueryClient, environment: Environment): Promise<void> {
  return client.invalidateQueries({ queryKey: accessTokensQuery(environment).queryKey });
}
