import "server-only";
import { eq } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { MemberView } from "#lib/contracts/member.ts";
import { recordAudit } from "#server/audit/record.ts";
import { renewSession } from "#server/auth/sessions/renewSession.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { members } from "#server/db/schema/members.ts";
import { authoriseTeamChange } from "./authorise.ts";
import { toMemberView, type MemberRow } from "./memberView.ts";

export type MemberChange = {
  set: Partial<Pick<MemberRow, "role" | "disabledAt" | "passwordHash" | "oneTimePasswordUntil">>;
  action: AuditAction;
  details?: Record<string, unknown>;
};

/**
 * What all changes of a member have in common: authorised, guarded, written and audited in one transaction.
 * @param decide says what changes of the member as found, or null when nothing does.
 * @throws AppError `forbidden`, `not-found`, `conflict` for the last administrator.
 */
export async function writeMemberChange(
  request: TeamRequest,
  memberId: string,
  decide: (member: MemberRow) => MemberChange | null,
): Promise<MemberView> {
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    const managers = await authoriseTeamChange(tx, request);
    const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for("no key update");
    if (!member) throw memberNotFound();
    const change = decide(member);
    if (change === null) return toMemberView(member, null);
    refuseLosingLastAdmin(managers, member, { ...member, ...change.set });
    const [changed] = await tx
      .update(members)
      .set({ ...change.set, updatedAt: now })
      .where(eq(members.id, memberId))
      .returning();
    // A change of rights or password makes every cookie worthless; the page that asks gets a new one.
    const goesOn = memberId === request.actor.id && changed?.disabledAt === null;
    const renewed = goesOn ? await renewSession(tx, request) : undefined;
    await revokeSessionsOf(tx, memberId, now, renewed);
    const { action, details = {} } = change;
    await recordAudit(tx, { at: now, actorId: request.actor.id, action, memberId, details });
    return toMemberView(changed ?? member, null);
  });
}

export function memberNotFound(): AppError {
  return new AppError("not-found", "This member doesn't exist. Reload the team.");
}

function refuseLosingLastAdmin(managers: string[], before: MemberRow, after: MemberRow): void {
  const stays = after.role === "admin" && after.disabledAt === null;
  if (stays || managers.some((id) => id !== before.id) || !managers.includes(before.id)) return;
  throw new AppError(
    "conflict",
    "This is the last administrator: without one, nobody could manage the team. Make another member an administrator first.",
  );
}
