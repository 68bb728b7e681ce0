import "server-only";
import { eq } from "drizzle-orm";
import type { MemberWithPassword } from "#lib/contracts/team.ts";
import { checkNewPassword } from "#server/auth/signIn/checkNewPassword.ts";
import { oneTimePasswordUntil } from "#server/auth/signIn/oneTimePassword.ts";
import { generatePassword, hashPassword } from "#server/auth/signIn/password.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { members } from "#server/db/schema/members.ts";
import { memberNotFound, writeMemberChange } from "./writeMemberChange.ts";

/**
 * Sets a new password for a member who lost theirs, and ends their sessions. The answer is the only time it is shown.
 * @param input without a `password`, a one-time password is generated.
 * @throws DeskError `forbidden`, `not-found`, `validation`.
 */
export async function resetPassword(
  request: TeamRequest,
  input: { memberId: string; password?: string | undefined },
): Promise<MemberWithPassword> {
  const { memberId, password: chosen } = input;
  const password = chosen ?? generatePassword();
  const [known] = await request.db
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  if (!known) throw memberNotFound();
  checkNewPassword(password, known.email);
  const passwordHash = await hashPassword(password);
  const member = await writeMemberChange(request, memberId, () => ({
    set: {
      passwordHash,
      oneTimePasswordUntil: chosen === undefined ? oneTimePasswordUntil(request.clock.now()) : null,
    },
    action: "member.password-reset",
  }));
  return { member, password };
}
