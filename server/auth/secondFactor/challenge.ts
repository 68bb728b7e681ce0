import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import { usesSecureCookies, type AuthSettings } from "#server/auth/settings.ts";
import type { Transaction } from "#server/db/connect.ts";
import { spentChallenges } from "#server/db/schema/secondFactor.ts";
import { httpOnlyCookie, readCookies } from "#server/http/cookies.ts";

/** How long a member may take to find their passkey. */
const LIFETIME_MS = 5 * MINUTE;

/** The value that an authenticator has to sign, in base64url. */
export type Challenge = { value: string; expiresAt: Instant };

/**
 * Creates a challenge for an authenticator, and the Set-Cookie header that binds it to this browser. Nothing is stored, so
 * strangers may ask for any number.
 * @param binding what it is for: this session, this half-session, or signing in.
 */
export function issueChallenge(
  settings: AuthSettings,
  now: Instant,
  binding: string,
): { challenge: string; cookie: string } {
  const value = randomBytes(32).toString("base64url");
  const challenge = { value, expiresAt: now + LIFETIME_MS };
  const cookie = httpOnlyCookie(
    nameOf(settings),
    `${value}.${challenge.expiresAt}.${sign(settings.secret, challenge, binding)}`,
    { maxAgeSeconds: LIFETIME_MS / SECOND, secure: usesSecureCookies(settings) },
  );
  return { challenge: value, cookie };
}

/** The challenge that was issued to this browser for this purpose; null if there is none or it has expired. */
export function readChallenge(
  headers: Headers,
  settings: AuthSettings,
  now: Instant,
  binding: string,
): Challenge | null {
  const cookie = readCookies(headers).get(nameOf(settings)) ?? "";
  const [value = "", expires = "", signature = ""] = cookie.split(".");
  const challenge = { value, expiresAt: Number(expires) };
  const isOurs = isSame(signature, sign(settings.secret, challenge, binding));
  return isOurs && now < challenge.expiresAt ? challenge : null;
}

/** Marks the challenge as answered. False if it was answered before, on any instance. */
export async function spendChallenge(tx: Transaction, challenge: Challenge): Promise<boolean> {
  const spent = await tx
    .insert(spentChallenges)
    .values({ challenge: challenge.value, expiresAt: challenge.expiresAt })
    .onConflictDoNothing()
    .returning({ challenge: spentChallenges.challenge });
  return spent.length === 1;
}

function nameOf(settings: AuthSettings): string {
  return usesSecureCookies(settings) ? "__Host-codedesk-challenge" : "codedesk-challenge";
}

function sign(secret: string, { value, expiresAt }: Challenge, binding: string): string {
  return createHmac("sha256", secret)
    .update(`passkey challenge\n${binding}\n${value}\n${expiresAt}`)
    .digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
