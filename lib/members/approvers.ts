import type { Environment } from "#lib/contracts/environment.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import type { RoleView } from "#lib/contracts/team/roles.ts";

/**
 * Why orders above a limit may wait for ever: nobody can approve them, or the only member who can also places orders, and members
 * cannot approve their own. Null: there is an approver for every order.
 */
export function approvalGap(
  members: readonly MemberView[],
  roles: readonly RoleView[],
  environment: Environment,
): string | null {
  const holds = ({ role }: MemberView, permission: Permission) =>
    roles.find(({ id }) => id === role)?.grants[environment].includes(permission) ?? false;
  const active = members.filter(({ disabledAt }) => disabledAt === null);
  const [only, ...others] = active.filter((member) => holds(member, "orders.approve"));
  if (only === undefined)
    return "Nobody can approve orders here. Orders above a limit wait until somebody can.";
  if (others.length > 0 || !holds(only, "orders.place")) return null;
  return `Only ${only.name} can approve orders here, and nobody approves their own. Give another member a role that approves.`;
}
