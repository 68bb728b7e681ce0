import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import type { AddRoleRequest, ChangeRoleRequest } from "#lib/contracts/team/roles.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** All roles and what they hold. */
export function rolesQuery(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "roles"],
    queryFn: ({ signal }) => fetchJson(apiPaths.roles(), { environment, signal }),
  });
}

/** Also refreshes the team, which shows the names of roles. */
export async function refreshRoles(client: QueryClient, environment: Environment): Promise<void> {
  await client.invalidateQueries({ queryKey: [environment, "roles"] });
  await client.invalidateQueries({ queryKey: [environment, "team"] });
}

export function addRole(environment: Environment, body: AddRoleRequest) {
  return fetchJson(apiPaths.roles(), { method: "POST", body, environment });
}

export function changeRole(environment: Environment, roleId: string, body: ChangeRoleRequest) {
  return fetchJson(apiPaths.role(roleId), { method: "PUT", body, environment });
}

export function deleteRole(environment: Environment, roleId: string) {
  return fetchJson(apiPaths.role(roleId), { method: "DELETE", environment });
}
