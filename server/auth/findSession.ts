import "server-only";
import { and, eq, lt } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { Instant } from "#lib/time/instant.ts";
import type { Actor, Program } from "#server/context.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { readCookies } from "#server/http/cookies.ts";
import { SEEN_EVERY_MS, SESSION_IDLE_MS } from "./limits.ts";
import { sessionCookieName, type AuthSettings } from "./settings.ts";

export type Session = { id: string; actor: Actor };

/** What our session token holds: whose it is and which row keeps it alive. */
const sessionToken = z.object({ sub: z.uuid(), sid: z.uuid() });
export type SessionToken = z.infer<typeof sessionToken>;

/** The living session a request came with, or null. Asked anew for every request, so that revoking works at once. */
export async function findSession(
  program: Pick<Program, "db" | "clock">,
  headers: Headers,
  settings: AuthSettings,
): Promise<Session | null> {
  const cookie = readCookies(headers).get(sessionCookieName(settings));
  const token = cookie === undefined ? null : await readToken(cookie, settings.secret);
  return token === null ? null : findLivingSession(program, token);
}

async function readToken(cookie: string, secret: string): Promise<SessionToken | null> {
  try {
    return parseSessionToken(await decode({ token: cookie, secret }));
  } catch {
    // Forged, expired, or encrypted with a secret of former days.
    return null;
  }
}

/** The parts of a decoded token that we put there, or null for anything else. */
export function parseSessionToken(token: unknown): SessionToken | null {
  const parsed = sessionToken.safeParse(token);
  return parsed.success ? parsed.data : null;
}

/** The session of a token, if its row lives: not revoked, not expired, not idle, and its member not disabled. */
export async function findLivingSession(
  program: Pick<Program, "db" | "clock">,
  token: SessionToken,
): Promise<Session | null> {
  const now = program.clock.now();
  const [row] = await program.db
    .select({ session: sessions, member: members })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(and(eq(sessions.id, token.sid), eq(sessions.memberId, token.sub)));
  if (!row || row.member.disabledAt !== null || !isAlive(row.session, now)) return null;
  if (now - row.session.lastSeenAt >= SEEN_EVERY_MS) await markSeen(program, token.sid, now);
  const { id, email, name, role } = row.member;
  return { id: row.session.id, actor: { id, email, name, role } };
}

/** Whether a session's row lets anybody in at this moment. */
export function isAlive(
  session: { revokedAt: Instant | null; expiresAt: Instant; lastSeenAt: Instant },
  now: Instant,
): boolean {
  return session.revokedAt === null && now < session.expiresAt && now - session.lastSeenAt < SESSION_IDLE_MS;
}

async function markSeen(program: Pick<Program, "db">, sessionId: string, now: Instant): Promise<void> {
  await program.db
    .update(sessions)
    .set({ lastSeenAt: now })
    .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, now)));
}
