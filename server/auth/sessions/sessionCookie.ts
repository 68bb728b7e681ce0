import "server-only";
import { encode } from "next-auth/jwt";
import { SECOND } from "#lib/time/instant.ts";
import { sessionCookieName, usesSecureCookies, type AuthSettings } from "#server/auth/settings.ts";
import { httpOnlyCookie } from "#server/http/cookies.ts";
import type { SessionToken } from "./readToken.ts";

/** The Set-Cookie header of a session, as next-auth would set it at sign-in. */
export async function sessionCookie(
  settings: AuthSettings,
  token: SessionToken,
  lifetimeMs: number,
): Promise<string> {
  const maxAge = Math.max(1, Math.floor(lifetimeMs / SECOND));
  const value = await encode({ token, secret: settings.secret, maxAge });
  const secure = usesSecureCookies(settings);
  return httpOnlyCookie(sessionCookieName(settings), value, { maxAgeSeconds: maxAge, secure });
}
