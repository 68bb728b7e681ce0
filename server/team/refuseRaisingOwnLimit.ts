import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { isRaised } from "#lib/orders/limits/spendingLimit.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { everybodyIsFree, refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import type { HeldRole } from "#server/context/teamAuthority.ts";
import { compareLimits } from "./compareLimits.ts";
import type { MemberRow } from "./memberView.ts";

/**
 * Refuses a role that members give themselves, by their own account or by one that they made, if it would raise or remove their
 * spending limit in an environment where they could place orders with it; likewise one in which they could give themselves the next role.
 * @throws AppError `forbidden`.
 */
export async function refuseRaisingOwnLimit(
  tx: Transaction,
  request: TeamRequest,
  member: Pick<MemberRow, "id" | "role">,
  given: HeldRole & { role: RoleId },
): Promise<void> {
  const { actor } = request;
  if (actor.id === null || !(await isLimitRaised(tx, member, given))) return;
  if (actor.id === member.id) {
    throw new AppError(
      "forbidden",
      "This role would raise or remove your own spending limit. Ask another member who manages the team.",
    );
  }
  await refuseSharedHands({ ...request, actor: { id: actor.id } }, tx, [member.id], {
    isFree: everybodyIsFree,
  });
}

async function isLimitRaised(
  tx: Transaction,
  { id, role: before }: Pick<MemberRow, "id" | "role">,
  { role, grants }: HeldRole & { role: RoleId },
): Promise<boolean> {
  // Serialised with changes of limits.
  await lockUntilCommit(tx, "limits");
  // A limit of their own stays, whatever their role.
  const compared = await compareLimits(tx, [
    { id, role: before },
    { id, role },
  ]);
  const mayUse = (environment: Environment) =>
    grants.account.includes("team.manage") || grants[environment].includes("orders.place");
  return compared.some(
    ({ environment, limits: [was = null, willBe = null] }) => mayUse(environment) && isRaised(was, willBe),
  );
}
