import "server-only";
import type { MemberView } from "#lib/contracts/member.ts";
import { addMemberRequest, type AddMemberRequest } from "#lib/contracts/team.ts";
import { recordAudit } from "#server/audit/record.ts";
import { checkNewPassword, generatePassword, hashPassword } from "#server/auth/signIn/password.ts";
import type { Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { DeskError } from "#server/context/errors.ts";
import { parseInput } from "#server/http/parseInput.ts";
import { authoriseTeamChange } from "./authorise.ts";
import { toMemberView } from "./memberView.ts";

export type AddMemberInput = AddMemberRequest & {
  /** Without one, one is made. */
  password?: string;
};

/**
 * A new member, audited. The password in the answer is the only time it is seen.
 * @param actorId null: the operator at the machine itself.
 * @throws DeskError `forbidden`, `validation`, `conflict` when the address has a member already.
 */
export async function addMember(
  program: Program,
  input: AddMemberInput,
  actorId: string | null,
): Promise<{ member: MemberView; password: string }> {
  const { password = generatePassword(), ...facts } = input;
  const { email, name, role } = parseInput(addMemberRequest, facts, "member");
  checkNewPassword(password, email);
  const passwordHash = await hashPassword(password);
  const now = program.clock.now();
  return program.db.transaction(async (tx) => {
    await authoriseTeamChange(tx, actorId);
    const [row] = await tx
      .insert(members)
      .values({ email, name, role, passwordHash, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: members.email })
      .returning();
    if (!row) {
      const complaint = `${email} is a member already.`;
      throw new DeskError("conflict", complaint, { fields: { email: complaint } });
    }
    await recordAudit(tx, {
      at: now,
      actorId,
      action: "member.added",
      memberId: row.id,
      details: { role },
    });
    return { member: toMemberView(row, null), password };
  });
}
