import "server-only";
import { inArray, or, eq } from "drizzle-orm";
import type { RoleId } from "#lib/contracts/roles.ts";
import { isRaised } from "#lib/orders/limits/spendingLimit.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { everybodyIsFree, refuseSharedHands } from "#server/context/refuseSharedHands.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import type { HeldRole } from "#server/context/teamAuthority.ts";
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
  await refuseSharedHands({ ...request, actor: { id: actor.id } }, tx, [member.id], everybodyIsFree);
}

async function isLimitRaised(
  tx: Transaction,
  member: Pick<MemberRow, "id" | "role">,
  { role, grants }: HeldRole & { role: RoleId },
): Promise<boolean> {
  // Serialised with changes of limits.
  await lockUntilCommit(tx, "limits");
  const rows = await tx
    .select()
    .from(orderLimits)
    .where(or(eq(orderLimits.memberId, member.id), inArray(orderLimits.role, [member.role, role])));
  const byCurrency = Map.groupBy(rows, ({ environment, currency }) => `${environment} ${currency}`);
  for (const limits of byCurrency.values()) {
    const ofRole = (each: string) => limits.find((limit) => limit.role === each) ?? null;
    // A limit of their own stays, whatever their role.
    const isOwn = limits.some(({ memberId }) => memberId !== null);
    const mayUse = limits.some(
      ({ environment }) =>
        grants.account.includes("team.manage") || grants[environment].includes("orders.place"),
    );
    if (!isOwn && mayUse && isRaised(ofRole(member.role), ofRole(role))) return true;
  }
  return false;
}
