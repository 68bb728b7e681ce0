import "server-only";
import { eq } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";
import { lockMember } from "./lockMember.ts";

/**
 * Locks the member of a request until the transaction ends, and refuses the request if its session was ended since it was let in: ending
 * all sessions, which may take seconds, also ends what they gave the member, and must not miss what is just being given.
 * @throws AppError `unauthenticated`.
 */
export async function lockOpenSession(
  tx: Transaction,
  { actor, sessionId }: Pick<MemberRequest, "actor" | "sessionId">,
): Promise<void> {
  await lockMember(tx, actor.id);
  // A program that acts without a session.
  if (sessionId === undefined) return;
  const [session] = await tx
    .select({ revokedAt: sessions.revokedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (session === undefined || session.revokedAt !== null)
    throw new AppError("unauthenticated", "Sign in, then try again.");
}
