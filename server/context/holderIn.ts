import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import { grantsIn } from "#lib/members/grants.ts";
import type { Holder } from "#lib/members/roles.ts";
import { grantsOfRow, type CustomRoleRow } from "./customRole.ts";

/** What a member may do in an environment. Null: where only being that member counts. */
export function holderIn(
  role: string,
  customRole: CustomRoleRow | null,
  environment: Environment | null,
): Holder {
  if (customRole === null) return { role };
  return { role, grants: environment === null ? [] : grantsIn(grantsOfRow(customRole), environment) };
}
