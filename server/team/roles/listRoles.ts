import "server-only";
import { asc } from "drizzle-orm";
import { ROLES } from "#lib/contracts/team/role.ts";
import type { RolesView, RoleView } from "#lib/contracts/team/roles.ts";
import { builtInGrants } from "#lib/members/grants.ts";
import { ROLE_NAMES } from "#lib/members/roleNames.ts";
import type { Program } from "#server/context/context.ts";
import { grantsOfRow, type CustomRoleRow } from "#server/context/customRole.ts";
import { customRoles } from "#server/db/schema/roles.ts";

/** All roles with their permissions, for every member to read. */
export async function listRoles({ db }: Pick<Program, "db">): Promise<RolesView> {
  const custom = await db.select().from(customRoles).orderBy(asc(customRoles.nameKey));
  const builtIn = ROLES.map((id): RoleView => {
    return { id, ...ROLE_NAMES[id], grants: builtInGrants(id), version: null };
  });
  return { roles: [...builtIn, ...custom.map(toRoleView)] };
}

export function toRoleView(row: CustomRoleRow): RoleView {
  const { id, name, version } = row;
  return { id, name, purpose: null, grants: grantsOfRow(row), version };
}
