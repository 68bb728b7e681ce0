import "server-only";
import type { IncomingMessage } from "node:http";
import { bearerOf, unknownToken } from "#server/auth/tokenText.ts";
import { AppError } from "#server/context/errors.ts";
import { getAuthSettings, sessionCookieName } from "#server/auth/settings.ts";

/** What there is below /api for those who have no session: signing in, and what watches over the program. */
const WITHOUT_SESSION = /^\/api\/(?:auth|health|metrics|sign-in)(?:\/|$)/;

/**
 * Refuses a call that carries neither a session cookie nor a token before anything else is done for it: Next takes milliseconds to find the
 * route that would refuse it too, and a flood of strangers many of them. Whether it is worth anything, the route decides.
 */
export function refuseAnonymous(request: IncomingMessage): AppError | null {
  const [path = ""] = (request.url ?? "").split("?");
  if (!path.startsWith("/api/") || WITHOUT_SESSION.test(path)) return null;
  if ((request.headers.cookie ?? "").includes(`${sessionCookieName(getAuthSettings())}=`)) return null;
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === null) return new AppError("unauthenticated", "Sign in, then try again.");
  return bearer === "" ? unknownToken() : null;
}
