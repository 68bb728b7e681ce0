import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { sessions } from "#server/db/schema/members.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { sessionCookie } from "./sessionCookie.ts";

/** The parts of a request that renewing needs; a program that acts without a session has none to renew. */
export type RenewingRequest = Pick<MemberRequest, "clock" | "sessionId" | "answerHeaders">;

/**
 * Replaces the session that a request came with: the old cookie becomes invalid, wherever it was copied to, and the answer
 * carries a new one that expires when the old one would have.
 * @returns the new session's id; undefined for a program that acts without a session.
 */
export async function renewSession(tx: Transaction, request: RenewingRequest): Promise<string | undefined> {
  const { sessionId, answerHeaders } = request;
  if (sessionId === undefined || answerHeaders === undefined) return undefined;
  const now = request.clock.now();
  const [old] = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning();
  if (!old) return undefined;
  const { memberId, expiresAt } = old;
  const [renewed] = await tx
    .insert(sessions)
    .values({ ...old, id: undefined, revokedAt: null, createdAt: now, lastSeenAt: now })
    .returning({ id: sessions.id });
  if (!renewed) throw new Error("The session was not written.");
  const token = { sub: memberId, sid: renewed.id };
  answerHeaders.append("set-cookie", await sessionCookie(getAuthSettings(), token, expiresAt - now));
  return renewed.id;
}
