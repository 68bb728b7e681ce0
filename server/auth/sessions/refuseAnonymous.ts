import "server-only";
import type { IncomingMessage } from "node:http";
import { bearerOf, unknownToken } from "#server/auth/tokenText.ts";
import { AppError } from "#server/context/errors.ts";
import { getAuthSettings, sessionCookieName } from "#server/auth/settings.ts";

/** The addresses below /api that need no session: signing in, and monitoring. */
const WITHOUT_SESSION = /^\/api\/(?:auth|health|metrics|sign-in)(?:\/|$)/;

/**
 * Refuses a call that has neither a session cookie nor a token, before any other work. Next takes milliseconds to find the route
 * that would refuse it too, which adds up in a flood. The route decides whether a cookie or token is valid.
 */
export function refuseAnonymous(request: IncomingMessage): AppError | null {
  const [path = ""] = (request.url ?? "").split("?");
  if (!path.startsWith("/api/") || WITHOUT_SESSION.test(path)) return null;
  if ((request.headers.cookie ?? "").includes(`${sessionCookieName(getAuthSettings())}=`)) return null;
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === null) return new AppError("unauthenticated", "Sign in, then try again.");
  return bearer === "" ? unknownToken() : null;
}
