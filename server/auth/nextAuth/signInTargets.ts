import "server-only";
import { createHash } from "node:crypto";
import { decode } from "next-auth/jwt";
import { safeNext } from "#lib/nextPath.ts";
import { HOUR, SECOND } from "#lib/time/instant.ts";
import { httpOnlyCookie, readCookies } from "#server/http/cookies.ts";
import { usesSecureCookies, type AuthSettings } from "#server/auth/settings.ts";

/** How long the page is remembered that a single sign-on should lead to: longer than next-auth accepts the provider's answer. */
const REMEMBERED = 8 * HOUR;
/** A browser sends all of them with each request under this path, and a proxy refuses a head that is too long. */
const MOST = 10;
const LONGEST_PATH = 500;
const PATH = "/api/auth";
const PREFIX = "codedesk-target.";

/**
 * The Set-Cookie headers that remember where one single sign-on should lead: next-auth remembers only that of the one begun last, in any
 * tab.
 * @param authorisation where the browser goes to the provider.
 * @param callbackUrl where it should get to afterwards.
 */
export function rememberTarget(
  headers: Headers,
  settings: AuthSettings,
  authorisation: string,
  callbackUrl: string,
): string[] {
  const state = URL.parse(authorisation)?.searchParams.get("state") ?? null;
  const { pathname = "/", search = "" } = URL.parse(callbackUrl) ?? {};
  if (state === null) return [];
  const known = [...readCookies(headers).keys()].filter((name) => name.startsWith(PREFIX));
  const forgotten = known.length < MOST ? [] : known.map((name) => targetCookie(settings, name, "", 0));
  const target = safeNext(`${pathname}${search}`);
  const kept = target.length > LONGEST_PATH ? "/" : target;
  return [...forgotten, targetCookie(settings, nameOf(state), encodeURIComponent(kept), REMEMBERED / SECOND)];
}

/** Where the single sign-on with this state should lead; null if this browser has not begun it, or too long ago. */
export function targetOf(headers: Headers, state: string): string | null {
  const kept = readCookies(headers).get(nameOf(state));
  return kept === undefined ? null : safeNext(kept);
}

/** The Set-Cookie header that forgets it, once the provider has answered. */
export function forgetTarget(settings: AuthSettings, state: string): string {
  return targetCookie(settings, nameOf(state), "", 0);
}

/** Whether next-auth will accept the provider's answer to this sign-in: it has not expired, and none was begun after it. */
export async function isAwaited(headers: Headers, settings: AuthSettings, state: string): Promise<boolean> {
  const name = `${usesSecureCookies(settings) ? "__Secure-" : ""}next-auth.state`;
  const token = readCookies(headers).get(name);
  const known = await decode({ token, secret: settings.secret, salt: name }).catch(() => null);
  return known?.["value"] === state;
}

function nameOf(state: string): string {
  return PREFIX + createHash("sha256").update(state).digest("hex").slice(0, 16);
}

function targetCookie(settings: AuthSettings, name: string, value: string, maxAgeSeconds: number): string {
  return httpOnlyCookie(name, value, { maxAgeSeconds, secure: usesSecureCookies(settings), path: PATH });
}
