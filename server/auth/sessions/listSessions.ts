import "server-only";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { SessionsView } from "#lib/contracts/settings.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest, Program } from "#server/context/context.ts";
import { sessions } from "#server/db/schema/members.ts";
import { isAlive } from "./findSession.ts";

/** Lists the member's own active sessions, the latest first. */
export function listSessions(request: MemberRequest): Promise<SessionsView> {
  return activeSessionsOf(request, request.actor.id, request.sessionId);
}

/** The active sessions of any member, the latest first. @param current the session that asks. */
export async function activeSessionsOf(
  { db, clock }: Pick<Program, "db" | "clock">,
  memberId: string,
  current?: string,
): Promise<SessionsView> {
  const now = clock.now();
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
  const active = rows
    .filter((row) => isAlive(row, now))
    .map((row) => ({
      id: row.id,
      current: row.id === current,
      createdAt: toIso(row.createdAt),
      lastSeenAt: toIso(row.lastSeenAt),
      expiresAt: toIso(row.expiresAt),
      userAgent: row.userAgent,
      address: row.address,
    }));
  return { sessions: active };
}
