import "server-only";
import { and, eq, gt, gte, isNull } from "drizzle-orm";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";
import { lockMember } from "./lockMember.ts";
import type { SessionToken } from "./readToken.ts";

/**
 * Ends one session of a member, and the one that has just replaced it: another tab may be renewing it (`renewSession`) at the moment
 * of signing out. Returns false if there was nothing to end.
 */
export async function endSession(
  tx: Transaction,
  { sid, sub }: SessionToken,
  now: Instant,
): Promise<boolean> {
  await lockMember(tx, sub);
  const own = eq(sessions.memberId, sub);
  const end = (which: ReturnType<typeof and>) =>
    tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(own, isNull(sessions.revokedAt), which))
      .returning({ id: sessions.id });
  const ended = await end(eq(sessions.id, sid));
  if (ended.length > 0) return true;
  const [known] = await tx
    .select({ revokedAt: sessions.revokedAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(own, eq(sessions.id, sid), gt(sessions.revokedAt, now - MINUTE)));
  if (known?.revokedAt == null) return false;
  // A renewed session expires when the earlier one would have.
  const isRenewed = and(eq(sessions.expiresAt, known.expiresAt), gte(sessions.createdAt, known.revokedAt));
  return (await end(isRenewed)).length > 0;
}
