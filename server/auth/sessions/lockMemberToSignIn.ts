import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";

/**
 * Locks a member who is signing in until the transaction ends: disabling a member or replacing a password ends their sessions, and
 * must not miss one that is just being opened.
 * @param passwordHash the hash that their password was compared with; null if it was not.
 * @throws AppError `unauthenticated` if the member has been disabled or has another password by now.
 */
export async function lockMemberToSignIn(
  tx: Transaction,
  memberId: string,
  passwordHash: string | null,
): Promise<void> {
  const [member] = await tx
    .select({ passwordHash: members.passwordHash })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.disabledAt)))
    .for("no key update");
  if (!member) throw new AppError("unauthenticated", "This member may not sign in.");
  if (passwordHash !== null && member.passwordHash !== passwordHash)
    throw new AppError("unauthenticated", "The password was just changed. Sign in with the new one.");
}
