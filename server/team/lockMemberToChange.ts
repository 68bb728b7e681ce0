import "server-only";
import { eq } from "drizzle-orm";
import type { Reach } from "#lib/members/grants.ts";
import type { Transaction } from "#server/db/connect.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { members } from "#server/db/schema/members.ts";
import { authoriseTeamChange, readRoleOf, requireHolding } from "#server/context/teamAuthority.ts";
import { memberNotFound } from "./writeMemberChange.ts";

/**
 * Locks a member on whom the actor may act, until the transaction ends. A session that is just being opened waits for this.
 * @throws AppError `forbidden`, also for a member with more permissions than the actor; `not-found`.
 */
export async function lockMemberToChange(
  tx: Transaction,
  request: TeamRequest,
  memberId: string,
  reach: Reach = "everywhere",
): Promise<void> {
  const authority = await authoriseTeamChange(tx, request);
  const [member] = await tx
    .select({ id: members.id })
    .from(members)
    .where(eq(members.id, memberId))
    .for("no key update");
  if (!member) throw memberNotFound();
  requireHolding(authority, await readRoleOf(tx, memberId), reach);
}
