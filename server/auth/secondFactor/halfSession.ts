import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { DAY, MINUTE, SECOND } from "#lib/time/instant.ts";
import type { SignInRequest } from "#server/auth/signIn/authenticate.ts";
import { lockMemberToSignIn } from "#server/auth/sessions/lockMemberToSignIn.ts";
import { usesSecureCookies, type AuthSettings } from "#server/auth/settings.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import type { Transaction } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { halfSessions } from "#server/db/schema/secondFactor.ts";
import { httpOnlyCookie, readCookies } from "#server/http/cookies.ts";

/** Enough time to fetch a phone. */
const LIFETIME_MS = 10 * MINUTE;

/** A sign-in whose first factor was right and which waits for the second. */
export type HalfSession = {
  id: string;
  memberId: string;
  by: "password" | "identity provider";
  /** As in the session that it becomes. */
  providerSession: string | null;
};

/** What opens a half-session; `passwordHash` as in a session that a password alone opens. */
type OpenedBy = Omit<HalfSession, "id"> & { passwordHash?: string | null };

/**
 * Opens a half-session. Returns its Set-Cookie header; the cookie is good for nothing but the second step of this sign-in.
 * @throws AppError `unauthenticated` if the member has been disabled or has another password by now.
 */
export async function openHalfSession(
  { db, clock }: Pick<Program, "db" | "clock">,
  settings: AuthSettings,
  { memberId, by, providerSession, passwordHash = null }: OpenedBy,
): Promise<string> {
  const now = clock.now();
  const token = randomBytes(32).toString("base64url");
  await db
    .delete(halfSessions)
    .where(and(eq(halfSessions.memberId, memberId), lt(halfSessions.expiresAt, now - DAY)));
  await db.transaction(async (tx) => {
    await lockMemberToSignIn(tx, memberId, passwordHash);
    await tx.insert(halfSessions).values({
      tokenHash: hashOf(token),
      memberId,
      by,
      providerSession,
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
    });
  });
  return cookieOf(settings, token, LIFETIME_MS / SECOND);
}

/** The half-session that a request came with; null if there is none that can still be completed. */
export async function findHalfSession(
  { db, clock }: Pick<Program, "db" | "clock">,
  headers: Headers,
  settings: AuthSettings,
): Promise<HalfSession | null> {
  const token = readCookies(headers).get(nameOf(settings));
  if (token === undefined || token === "") return null;
  const [row] = await db
    .select({
      id: halfSessions.id,
      memberId: halfSessions.memberId,
      by: halfSessions.by,
      providerSession: halfSessions.providerSession,
    })
    .from(halfSessions)
    .innerJoin(members, eq(members.id, halfSessions.memberId))
    .where(
      and(
        eq(halfSessions.tokenHash, hashOf(token)),
        gt(halfSessions.expiresAt, clock.now()),
        isNull(halfSessions.endedAt),
        isNull(members.disabledAt),
      ),
    );
  return row ?? null;
}

/**
 * The half-session of a request that completes a sign-in.
 * @throws AppError `unauthenticated`.
 */
export async function requireHalfSession(request: SignInRequest): Promise<HalfSession> {
  const half = await findHalfSession(request, request.headers, request.settings);
  if (half === null) throw signInExpired();
  return half;
}

/**
 * Uses a half-session up: of several concurrent requests, only one opens a session.
 * @throws AppError `unauthenticated`.
 */
export async function spendHalfSession(tx: Transaction, { id }: HalfSession, now: number): Promise<void> {
  const used = await tx
    .update(halfSessions)
    .set({ endedAt: now })
    .where(and(eq(halfSessions.id, id), gt(halfSessions.expiresAt, now), isNull(halfSessions.endedAt)))
    .returning({ id: halfSessions.id });
  if (used.length === 0) throw signInExpired();
}

/** The Set-Cookie header that removes the cookie. */
export function clearHalfSession(settings: AuthSettings): string {
  return cookieOf(settings, "", 0);
}

function signInExpired(): AppError {
  return new AppError("unauthenticated", "This sign-in has expired. Start again with your password.");
}

function cookieOf(settings: AuthSettings, token: string, maxAgeSeconds: number): string {
  return httpOnlyCookie(nameOf(settings), token, { maxAgeSeconds, secure: usesSecureCookies(settings) });
}

function nameOf(settings: AuthSettings): string {
  return usesSecureCookies(settings) ? "__Host-codedesk-half-session" : "codedesk-half-session";
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
