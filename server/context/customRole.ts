import "server-only";
import type { RoleGrants } from "#lib/contracts/roles.ts";
import type { customRoles } from "#server/db/schema/roles.ts";

export type CustomRoleRow = typeof customRoles.$inferSelect;

/** What a custom role holds. */
export function grantsOfRow({ accountGrants, sandboxGrants, productionGrants }: CustomRoleRow): RoleGrants {
  return { account: accountGrants, sandbox: sandboxGrants, production: productionGrants };
}
