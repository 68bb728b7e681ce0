import "server-only";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";
import { halfSessions } from "#server/db/schema/secondFactor.ts";

/** All sessions but one, or only those that a session of the identity provider opened. */
type Which = { except?: string | undefined; providerSession?: string | undefined };

/**
 * Ends sessions of a member (all, unless `which` says otherwise) and their sign-ins that wait for a second factor. The caller has
 * locked the member, so that none is missed that is just being opened or renewed. Returns the number of sessions ended.
 */
export async function revokeSessionsOf(
  tx: Transaction,
  memberId: string,
  now: Instant,
  { except, providerSession }: Which = {},
): Promise<number> {
  const isOpenedBy = (column: typeof sessions.providerSession | typeof halfSessions.providerSession) =>
    providerSession === undefined ? undefined : eq(column, providerSession);
  await tx
    .update(halfSessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(halfSessions.memberId, memberId),
        isNull(halfSessions.endedAt),
        isOpenedBy(halfSessions.providerSession),
      ),
    );
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.memberId, memberId),
        isNull(sessions.revokedAt),
        isOpenedBy(sessions.providerSession),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  return revoked.length;
}
