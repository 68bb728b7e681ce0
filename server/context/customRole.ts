import "server-only";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import type { customRoles } from "#server/db/schema/roles.ts";

export type CustomRoleRow = typeof customRoles.$inferSelect;

/** The grants of a custom role. */
export function grantsOfRow({ accountGrants, sandboxGrants, productionGrants }: CustomRoleRow): RoleGrants {
  return { account: accountGrants, sandbox: sandboxGrants, production: productionGrants };
}
