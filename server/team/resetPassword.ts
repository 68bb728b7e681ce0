import "server-only";
import { eq } from "drizzle-orm";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { isServiceAddress } from "#lib/members/serviceAddress.ts";
import { passwordsAreOff, preparePassword } from "#server/auth/signIn/oneTimePassword.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { AppError } from "#server/context/errors.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { members } from "#server/db/schema/members.ts";
import { memberNotFound, writeMemberChange } from "./writeMemberChange.ts";

/**
 * Sets a new password for a member who has lost theirs, and ends their sessions and access tokens. It is shown in this answer only.
 * @param input without a `password`, a one-time password is generated.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `validation`.
 */
export async function resetPassword(
  request: TeamRequest,
  input: { memberId: string; password?: string | undefined },
): Promise<{ member: MemberView; password: string }> {
  const { memberId } = input;
  await requireRecentSignIn(request);
  const [known] = await request.db
    .select({ email: members.email })
    .from(members)
    .where(eq(members.id, memberId));
  if (!known) throw memberNotFound();
  if (isServiceAddress(known.email)) {
    throw new AppError(
      "conflict",
      "This member belongs to a service token and can't sign in. Revoke or replace the token instead.",
    );
  }
  const prepared = await preparePassword(known.email, request.clock.now(), input.password);
  if (prepared === null) throw passwordsAreOff();
  const member = await writeMemberChange(request, memberId, () => ({
    set: prepared.columns,
    action: "member.password-reset",
    // Whoever knew the password may have made them.
    endsTokens: true,
  }));
  return { member, password: prepared.password };
}
