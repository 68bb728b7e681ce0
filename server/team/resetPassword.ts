import "server-only";
import { eq } from "drizzle-orm";
import type { MemberView } from "#lib/contracts/member.ts";
import { checkNewPassword, generatePassword, hashPassword } from "#server/auth/signIn/password.ts";
import type { Program } from "#server/context/context.ts";
import { members } from "#server/db/schema/members.ts";
import { DeskError } from "#server/context/errors.ts";
import { changeMember } from "./changeMember.ts";

/**
 * A new password for a member who lost theirs; what they have open ends. The answer is the only time it is seen.
 * @param actorId null: the operator at the machine itself.
 * @param chosen without one, one is made.
 * @throws DeskError `forbidden`, `not-found`, `validation`.
 */
export async function resetPassword(
  program: Program,
  memberId: string,
  actorId: string | null,
  chosen?: string,
): Promise<{ member: MemberView; password: string }> {
  const password = chosen ?? generatePassword();
  const [known] = await program.db
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  if (!known) throw new DeskError("not-found", "There is no such member. Load the team again.");
  checkNewPassword(password, known.email);
  const passwordHash = await hashPassword(password);
  const member = await changeMember(program, memberId, actorId, () => ({
    set: { passwordHash },
    action: "member.password-reset",
    details: {},
    revokes: true,
  }));
  return { member, password };
}
