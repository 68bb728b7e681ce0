import "server-only";
import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type {
  InvitationsView,
  InvitationView,
  InviteRequest,
  SentInvitation,
} from "#lib/contracts/team/invitations.ts";
import { roleName } from "#lib/members/roleNames.ts";
import { toIso } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { invitationLifetimeMs } from "#server/auth/signIn/oneTimePassword.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import {
  authoriseTeamChange,
  findRole,
  requireHolding,
  requireRole,
  type TeamAuthority,
} from "#server/context/teamAuthority.ts";
import { mailInvitation } from "./mailInvitation.ts";
import { hashOfToken, invitationLink, newInvitationToken } from "./invitationToken.ts";

/**
 * Invites a person by a link, which is mailed or, if that is not possible, shown in this answer only. It replaces an earlier one
 * for the same address. Audited.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation`, `conflict` for the address of a member.
 */
export async function invite(
  request: MemberRequest,
  { email, role }: InviteRequest,
): Promise<SentInvitation> {
  await requireRecentSignIn(request);
  const lifetimeMs = invitationLifetimeMs();
  const now = request.clock.now();
  const token = newInvitationToken();
  const id = await request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    const given = await requireRole(tx, role);
    requireHolding(authority, given);
    if ((await tx.$count(members, eq(members.email, email))) > 0) {
      const message = `${email} is already a member.`;
      throw new AppError("conflict", message, { fields: { email: message } });
    }
    await endInvitationsOf(tx, authority, email, now);
    const [row] = await tx
      .insert(invitations)
      .values({
        tokenHash: hashOfToken(token),
        email,
        role,
        invitedBy: request.actor.id,
        createdAt: now,
        expiresAt: now + lifetimeMs,
      })
      .returning({ id: invitations.id });
    if (row === undefined) throw new Error("The invitation was not written.");
    await recordInvitation(tx, request, "member.invited", { email, role: given.recordedAs });
    return row.id;
  });
  const { invitations: open } = await readInvitations(request.db);
  const invitation = open.find((each) => each.id === id);
  if (invitation === undefined) throw new AppError("conflict", "This invitation has just been revoked.");
  const link = invitationLink(token);
  return { invitation, link: (await mailInvitation(request, invitation, link)) ? null : link };
}

/**
 * Lists the invitations that nobody has accepted, including expired ones, the oldest first.
 * @throws AppError `forbidden`.
 */
export async function listInvitations(request: MemberRequest): Promise<InvitationsView> {
  requirePermission(request, "team.manage");
  return readInvitations(request.db);
}

/**
 * Revokes an invitation. Audited.
 * @throws AppError `forbidden`, also for one of a role with more permissions than the actor; `not-found` for one that was accepted or
 * revoked.
 */
export async function revokeInvitation(
  request: MemberRequest,
  { invitationId }: { invitationId: string },
): Promise<void> {
  await request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    const isThis = and(eq(invitations.id, invitationId), isNull(invitations.endedAt));
    const [revoked] = await endInvitations(tx, authority, isThis, request.clock.now());
    if (revoked === undefined)
      throw new AppError(
        "not-found",
        "This invitation has already been accepted or revoked. Reload the team.",
      );
    await recordInvitation(tx, request, "member.invitation-revoked", revoked);
  });
}

/**
 * Ends open invitations, as their roles allow.
 * @throws AppError `forbidden`.
 */
async function endInvitations(
  tx: Transaction,
  authority: TeamAuthority,
  which: SQL | undefined,
  now: number,
): Promise<{ email: string }[]> {
  const ended = await tx
    .update(invitations)
    .set({ endedAt: now })
    .where(which)
    .returning({ email: invitations.email, role: invitations.role });
  for (const { role } of ended) {
    const held = await findRole(tx, role);
    if (held !== null) requireHolding(authority, held);
  }
  return ended.map(({ email }) => ({ email }));
}

/** Once somebody is invited again, earlier links must not work any more. */
async function endInvitationsOf(
  tx: Transaction,
  authority: TeamAuthority,
  email: string,
  now: number,
): Promise<void> {
  const areTheirs = and(eq(invitations.email, email), isNull(invitations.endedAt));
  await endInvitations(tx, authority, areTheirs, now);
}

async function readInvitations(db: Database): Promise<InvitationsView> {
  const rows = await db
    .select({ row: invitations, custom: customRoles.name, by: members.name })
    .from(invitations)
    .innerJoin(members, eq(members.id, invitations.invitedBy))
    .leftJoin(customRoles, eq(invitations.role, sql`${customRoles.id}::text`))
    .where(isNull(invitations.endedAt))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
  return {
    invitations: rows.map(({ row, custom, by }): InvitationView => {
      return {
        id: row.id,
        email: row.email,
        roleName: roleName(row.role, custom),
        invitedBy: by,
        createdAt: toIso(row.createdAt),
        expiresAt: toIso(row.expiresAt),
      };
    }),
  };
}

async function recordInvitation(
  tx: Transaction,
  { clock, actor }: MemberRequest,
  action: "member.invited" | "member.invitation-revoked",
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, { at: clock.now(), actorId: actor.id, action, details });
}
