import "server-only";
import { eq } from "drizzle-orm";
import type { MemberView } from "#lib/contracts/member.ts";
import { recordAudit } from "#server/audit/record.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import type { Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { DeskError } from "#server/context/errors.ts";
import { authoriseTeamChange } from "./authorise.ts";
import { toMemberView, type MemberRow } from "./memberView.ts";

export type MemberChange = {
  set: Partial<Pick<MemberRow, "role" | "disabledAt" | "passwordHash">>;
  action: string;
  details: Record<string, unknown>;
  /** Ends what the member has open. */
  revokes: boolean;
};

/**
 * What all changes of a member have in common: authorised, guarded, written and audited in one transaction.
 * @param decide says what changes of the member as found, or null when it is so already.
 * @throws DeskError `forbidden`, `not-found`, `conflict` for the last administrator.
 */
export async function changeMember(
  program: Program,
  memberId: string,
  actorId: string | null,
  decide: (member: MemberRow) => MemberChange | null,
): Promise<MemberView> {
  const now = program.clock.now();
  return program.db.transaction(async (tx) => {
    const managers = await authoriseTeamChange(tx, actorId);
    const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for("no key update");
    if (!member) throw new DeskError("not-found", "There is no such member. Load the team again.");
    const change = decide(member);
    if (change === null) return toMemberView(member, null);
    refuseLosingLastAdmin(managers, member, { ...member, ...change.set });
    const [changed] = await tx
      .update(members)
      .set({ ...change.set, updatedAt: now })
      .where(eq(members.id, memberId))
      .returning();
    if (change.revokes) await revokeSessionsOf(tx, memberId, now);
    const { action, details } = change;
    await recordAudit(tx, { at: now, actorId, action, memberId, details });
    return toMemberView(changed ?? member, null);
  });
}

function refuseLosingLastAdmin(managers: string[], before: MemberRow, after: MemberRow): void {
  const stays = after.role === "admin" && after.disabledAt === null;
  if (stays || managers.some((id) => id !== before.id) || !managers.includes(before.id)) return;
  throw new DeskError(
    "conflict",
    "This is the last administrator: without one, nobody could manage the team. Make somebody else one first.",
  );
}
