"use client";

import { useQuery } from "@tanstack/react-query";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { RoleView } from "#lib/contracts/team/roles.ts";
import { builtInGrants } from "#lib/members/grants.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import { rolesQuery } from "#lib/queries/team/roles.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

const BUILT_IN = ROLES.map((id): RoleView => ({
  id,
  ...ROLE_NAMES[id],
  grants: builtInGrants(id),
  version: null,
}));

/** All roles; until they are loaded, the built-in ones. */
export function useRoles(): readonly RoleView[] {
  const { data } = useQuery(rolesQuery(useEnvironment()));
  return data?.roles ?? BUILT_IN;
}
