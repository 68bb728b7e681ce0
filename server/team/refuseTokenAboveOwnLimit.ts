import "server-only";
import { eq } from "drizzle-orm";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import { isRaised } from "#lib/orders/limits/spendingLimit.ts";
import { AppError } from "#server/context/errors.ts";
import { lockUntilCommit } from "#server/db/advisoryLock.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { compareLimits } from "./compareLimits.ts";

/** The member of a service token, and the role that they get. `before`: the role that they have; null for a new member. */
type TokenMember = { id: string; role: RoleId; before: RoleId | null };

/**
 * Refuses a service token that places orders, or another role for its member, if that would give it a higher spending limit than the
 * member who created it has: they could spend with it what they may not spend themselves.
 * @throws AppError `forbidden`.
 */
export async function refuseTokenAboveOwnLimit(
  tx: Transaction,
  creatorId: string,
  { id, role, before }: TokenMember,
): Promise<void> {
  // Serialised with changes of limits.
  await lockUntilCommit(tx, "limits");
  const [creator] = await tx
    .select({ id: members.id, role: members.role })
    .from(members)
    .where(eq(members.id, creatorId));
  if (creator === undefined) return;
  const compared = await compareLimits(tx, [creator, { id, role }, { id, role: before ?? role }]);
  const isHigher = compared.some(({ limits: [own = null, after = null, was = null] }) => {
    const isMore = before === null || isRaised(was, after);
    return isMore && isRaised(own, after);
  });
  if (!isHigher) return;
  throw new AppError(
    "forbidden",
    "With this role, the service token would have a higher spending limit than you have. Ask another member who manages the team.",
  );
}
