import "server-only";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { SessionsView } from "#lib/contracts/settings.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { sessions } from "#server/db/schema/members.ts";
import { isAlive } from "./findSession.ts";

/** Lists the member's own active sessions, the latest first. */
export async function listSessions(request: MemberRequest): Promise<SessionsView> {
  const now = request.clock.now();
  const rows = await request.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, request.actor.id), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
  const active = rows
    .filter((row) => isAlive(row, now))
    .map((row) => ({
      id: row.id,
      current: row.id === request.sessionId,
      createdAt: toIso(row.createdAt),
      lastSeenAt: toIso(row.lastSeenAt),
      expiresAt: toIso(row.expiresAt),
      userAgent: row.userAgent,
    }));
  return { sessions: active };
}
