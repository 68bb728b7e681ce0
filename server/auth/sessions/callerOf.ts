import "server-only";
import type { IncomingMessage } from "node:http";
import { bearerOf } from "#server/auth/tokenText.ts";
import { getAuthSettings, sessionCookieName } from "#server/auth/settings.ts";

/**
 * Who sends a request, as it claims: its token, else its session; null for anybody else and for files of the build. Only to tell
 * callers apart: the route decides whether a token or session is valid.
 */
export function callerOf({ url = "", headers }: IncomingMessage): string | null {
  if (url.startsWith("/_next/static/")) return null;
  const bearer = bearerOf(headers.authorization);
  if (bearer !== null) return bearer;
  const name = `${sessionCookieName(getAuthSettings())}=`;
  const cookies = (headers.cookie ?? "").split(";").map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(name)) ?? null;
}
