import { environmentSchema } from "#lib/contracts/environment.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";

/** What a deputy does for somebody who is away: decisions on what others ask for. */
export const DUTIES = ["orders.approve", "codes.release"] as const satisfies readonly Permission[];

/** Whether one can stand in for the other: both hold one of the duties in the same environment. */
export function sharesDuty(one: RoleGrants, other: RoleGrants): boolean {
  return environmentSchema.options.some((name) =>
    DUTIES.some((duty) => one[name].includes(duty) && other[name].includes(duty)),
  );
}

/** Whether there is anything to stand in for. */
export function hasDuty(grants: RoleGrants): boolean {
  return sharesDuty(grants, grants);
}
