import "server-only";
import { eq, sql } from "drizzle-orm";
import type { AcceptInvitationRequest, OpenInvitation } from "#lib/contracts/team/invitations.ts";
import { missingGrants } from "#lib/members/grants.ts";
import { roleName } from "#lib/members/roleNames.ts";
import { toIso } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { answerWithSession, type AnsweredSignIn } from "#server/auth/secondFactor/completeSignIn.ts";
import { clientOf, writeSession } from "#server/auth/sessions/openSession.ts";
import { checkNewPassword } from "#server/auth/signIn/checkNewPassword.ts";
import { hashPassword } from "#server/auth/signIn/password.ts";
import { AppError } from "#server/context/errors.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { readRoleOf, requireRole, type HeldRole } from "#server/context/teamAuthority.ts";
import { hashOfToken } from "./invitationToken.ts";

type InvitationRow = typeof invitations.$inferSelect;

/**
 * Refuses, before the body is read, if nobody can join by a link.
 * @throws AppError `not-found` where members use single sign-on alone.
 */
export function admitInvitation({ settings }: AnsweredSignIn): void {
  if (!settings.passwordSignIn) throw new AppError("not-found", "Page not found.");
}

/**
 * Returns what a link is for. Reading does not use it up, so programs that open links in mails do not spoil it.
 * @throws AppError `not-found`; `conflict` for a link that was used or revoked or has expired, or whose inviter may no longer
 * grant its role.
 */
export async function readInvitation(
  { db, clock }: AnsweredSignIn,
  { token }: { token: string },
): Promise<OpenInvitation> {
  const row = await requireOpen(db, token, clock.now());
  await requireGivenRole(db, row);
  const [shown] = await db
    .select({ by: members.name, custom: customRoles.name })
    .from(members)
    .leftJoin(customRoles, eq(sql`${customRoles.id}::text`, row.role))
    .where(eq(members.id, row.invitedBy));
  return {
    email: row.email,
    roleName: roleName(row.role, shown?.custom ?? null),
    invitedBy: shown?.by ?? "",
    expiresAt: toIso(row.expiresAt),
  };
}

/**
 * Makes the invited person a member with the name and password that they chose, and signs them in. Works once, even if several
 * tabs try; audited.
 * @throws AppError `not-found`, `conflict` as for reading it; `validation` for the password; `too-busy`.
 */
export async function acceptInvitation(
  request: AnsweredSignIn,
  { token, name, password }: AcceptInvitationRequest,
): Promise<void> {
  const now = request.clock.now();
  // Checked first, so that only a valid link costs a password hash.
  const { email } = await requireOpen(request.db, token, now);
  checkNewPassword(password, email);
  const passwordHash = await hashPassword(password);
  const client = clientOf(request);
  const opened = await request.db.transaction(async (tx) => {
    const invitation = await requireOpen(tx, token, now);
    const role = await requireGivenRole(tx, invitation);
    const memberId = await writeMember(tx, { ...invitation, name, passwordHash }, now);
    await tx.update(invitations).set({ endedAt: now, memberId }).where(eq(invitations.id, invitation.id));
    await recordAudit(tx, {
      at: now,
      actorId: memberId,
      action: "member.joined",
      memberId,
      details: { role: role.recordedAs, device: client.device },
    });
    const sid = await writeSession(tx, memberId, now, {
      by: "password",
      authenticatedAt: now,
      ...client,
    });
    return { sub: memberId, sid, device: client.device };
  });
  await answerWithSession(request, opened);
}

/** The invitation of a link, locked if called in a transaction: a second tab waits, and finds that it was used. */
async function requireOpen(db: Database | Transaction, token: string, now: number): Promise<InvitationRow> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, hashOfToken(token)))
    .for("update");
  if (row === undefined)
    throw new AppError("not-found", "This link is not an invitation, or part of it is missing.");
  if (row.memberId !== null)
    throw new AppError("conflict", "This invitation has already been accepted. Sign in with your password.");
  if (row.endedAt !== null)
    throw new AppError("conflict", "This invitation has been revoked or replaced. Ask for another one.");
  if (row.expiresAt <= now)
    throw new AppError("conflict", "This invitation has expired. Ask for another one.");
  return row;
}

/** The role of an invitation. An inviter who has lost the right to grant it can no longer let anybody in. */
async function requireGivenRole(
  db: Database | Transaction,
  { invitedBy, role }: InvitationRow,
): Promise<HeldRole> {
  const inviter = await readRoleOf(db, invitedBy);
  if (!inviter.isActive || !inviter.grants.account.includes("team.manage"))
    throw new AppError(
      "conflict",
      "Whoever invited you doesn't manage the team any more. Ask for another one.",
    );
  const given = await requireRole(db, role);
  if (missingGrants(inviter.grants, given.grants).length > 0)
    throw new AppError(
      "conflict",
      "Whoever invited you can't give this role any more. Ask an administrator for another invitation.",
    );
  return given;
}

async function writeMember(
  tx: Transaction,
  {
    email,
    role,
    name,
    passwordHash,
  }: Pick<InvitationRow, "email" | "role"> & { name: string; passwordHash: string },
  now: number,
): Promise<string> {
  const [row] = await tx
    .insert(members)
    .values({ email, name, role, passwordHash, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: members.email })
    .returning({ id: members.id });
  if (row === undefined)
    throw new AppError("conflict", "This e-mail address already belongs to a member. Sign in instead.");
  return row.id;
}
