import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";
import { halfSessions } from "#server/db/schema/secondFactor.ts";

/** Ends all sessions of a member, or all but one, and every sign-in that waits for its second factor; returns how many sessions. */
export async function revokeSessionsOf(
  tx: Transaction,
  memberId: string,
  now: Instant,
  except?: string,
): Promise<number> {
  await tx
    .update(halfSessions)
    .set({ endedAt: now })
    .where(and(eq(halfSessions.memberId, memberId), isNull(halfSessions.endedAt)));
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.memberId, memberId),
        isNull(sessions.revokedAt),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  return revoked.length;
}
