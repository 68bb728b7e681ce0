import "server-only";
import {
  addMemberRequestSchema,
  type AddMemberRequest,
  type MemberWithPassword,
} from "#lib/contracts/team/team.ts";
import { recordAudit } from "#server/audit/record.ts";
import { preparePassword } from "#server/auth/signIn/oneTimePassword.ts";
import { AppError } from "#server/context/errors.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { members } from "#server/db/schema/members.ts";
import { parseInput } from "#server/context/parseInput.ts";
import { authoriseTeamChange, requireHolding, requireRole } from "#server/context/teamAuthority.ts";
import { readMemberView } from "./memberView.ts";

export type AddMemberInput = AddMemberRequest & {
  /** A password that the member keeps. Without it, a one-time password is generated. */
  password?: string | undefined;
};

/**
 * Adds a member; audited. The password is shown in this answer only.
 * @throws AppError `forbidden`, `reauthentication-required`, `validation`, `conflict` if a member has this address already.
 */
export async function addMember(request: TeamRequest, input: AddMemberInput): Promise<MemberWithPassword> {
  await requireRecentSignIn(request);
  const { password: chosen, ...given } = input;
  const { email, name, role } = parseInput(addMemberRequestSchema, given, "member");
  const now = request.clock.now();
  // Without passwords, the member's first sign-in links their account at the identity provider.
  const prepared = await preparePassword(email, now, chosen);
  return request.db.transaction(async (tx) => {
    const authority = await authoriseTeamChange(tx, request);
    const heldRole = await requireRole(tx, role);
    requireHolding(authority, heldRole);
    const [row] = await tx
      .insert(members)
      .values({
        email,
        name,
        role,
        ...prepared?.columns,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: members.email })
      .returning({ id: members.id });
    if (!row) {
      const message = `${email} is already a member.`;
      throw new AppError("conflict", message, { fields: { email: message } });
    }
    await recordAudit(tx, {
      at: now,
      actorId: request.actor.id,
      action: "member.added",
      memberId: row.id,
      details: { role: heldRole.recordedAs },
    });
    return { member: await readMemberView(tx, row.id), password: prepared?.password ?? null };
  });
}
