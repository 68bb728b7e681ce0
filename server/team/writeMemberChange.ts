import "server-only";
import { eq } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { recordAudit } from "#server/audit/record.ts";
import { renewSession } from "#server/auth/sessions/renewSession.ts";
import { revokeSessionsOf } from "#server/auth/sessions/revokeSessionsOf.ts";
import { endTokensOf } from "#server/auth/sessions/endTokensOf.ts";
import { AppError } from "#server/context/errors.ts";
import { ownTokenMembers } from "#server/context/ownTokenMembers.ts";
import type { Transaction } from "#server/db/connect.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { memberIdentities, members } from "#server/db/schema/members.ts";
import {
  authoriseTeamChange,
  readRoleOf,
  requireHolding,
  requireRole,
} from "#server/context/teamAuthority.ts";
import { refuseRaisingOwnLimit } from "./refuseRaisingOwnLimit.ts";
import { refuseTokenAboveOwnLimit } from "./refuseTokenAboveOwnLimit.ts";
import { readMemberView, type MemberRow } from "./memberView.ts";

export type MemberChange = {
  set: Partial<
    Pick<MemberRow, "role" | "disabledAt" | "disabledByProvider" | "passwordHash" | "oneTimePasswordUntil">
  >;
  action: AuditAction;
  /** Whether the access tokens that act as the member end with it. */
  endsTokens?: boolean;
};

/**
 * What all changes of a member have in common: authorised, checked, written and audited in one transaction.
 * @param decide returns the changes for the member as found, or null if there are none.
 * @throws AppError `forbidden`, also for a member with more permissions than the actor, and for a role of one's own, or of one's own
 * service token, or of whoever made one's account, that would raise their limit; `not-found`; `conflict` for the last administrator.
 */
export async function writeMemberChange(
  request: TeamRequest,
  memberId: string,
  decide: (member: MemberRow) => MemberChange | null,
): Promise<MemberView> {
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for("no key update");
    if (!member) throw memberNotFound();
    const change = decide(member);
    if (change === null) return readMemberView(tx, memberId);
    const before = await readRoleOf(tx, memberId);
    requireHolding(authority, before);
    const given = change.set.role === undefined ? null : await requireRole(tx, change.set.role);
    if (given !== null) requireHolding(authority, given);
    if (given !== null) {
      await refuseRaisingOwnLimit(tx, request, member, { ...given, role: change.set.role ?? member.role });
    }
    if (change.set.role !== undefined) await refuseRaisingOwnToken(tx, request, member, change.set.role);
    const changed = { ...member, ...change.set };
    refuseLosingLastAdmin(authority.adminIds, member, changed);
    await tx
      .update(members)
      .set({ ...change.set, updatedAt: now })
      .where(eq(members.id, memberId));
    if (change.set.disabledAt === null) await vouchFor(tx, memberId, now);
    // A change of rights or password makes every cookie worthless; the page that asks gets a new one.
    const goesOn = memberId === request.actor.id && changed.disabledAt === null;
    const renewed = goesOn ? await renewSession(tx, request) : undefined;
    await revokeSessionsOf(tx, memberId, now, { except: renewed });
    const by = { actorId: request.actor.id, at: now };
    const ended = change.endsTokens === true ? { tokensEnded: await endTokensOf(tx, memberId, by) } : {};
    const details = given === null ? ended : { ...ended, from: before.recordedAs, to: given.recordedAs };
    await recordAudit(tx, { at: now, actorId: request.actor.id, action: change.action, memberId, details });
    return readMemberView(tx, memberId);
  });
}

async function refuseRaisingOwnToken(
  tx: Transaction,
  { actor, clock }: TeamRequest,
  { id, role: before }: MemberRow,
  role: RoleId,
): Promise<void> {
  if (actor.id === null) return;
  const own = await ownTokenMembers(tx, actor.id, clock.now());
  if (own.some((each) => each.id === id)) await refuseTokenAboveOwnLimit(tx, actor.id, { id, role, before });
}

/** Whoever is enabled by a person is not disabled again for a sign-in at the identity provider long ago. */
async function vouchFor(tx: Transaction, memberId: string, now: Instant): Promise<void> {
  await tx.update(memberIdentities).set({ vouchedAt: now }).where(eq(memberIdentities.memberId, memberId));
}

export function memberNotFound(): AppError {
  return new AppError("not-found", "This member doesn't exist. Reload the team.");
}

/**
 * Administrators have every permission, and that role cannot be changed: as long as there is one, no change of roles can lock
 * everybody out.
 */
function refuseLosingLastAdmin(adminIds: string[], before: MemberRow, after: MemberRow): void {
  const stays = after.role === "admin" && after.disabledAt === null;
  if (stays || adminIds.some((id) => id !== before.id) || !adminIds.includes(before.id)) return;
  throw new AppError(
    "conflict",
    "This is the last administrator: without one, nobody could manage the team. Make another member an administrator first.",
  );
}
