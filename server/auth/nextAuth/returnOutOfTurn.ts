import "server-only";
import { paths } from "#lib/paths.ts";
import type { Program } from "#server/context/context.ts";
import { findSession } from "#server/auth/sessions/findSession.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import { forgetTarget, isAwaited, targetOf } from "./signInTargets.ts";

/**
 * Answers a return from the identity provider that next-auth could only refuse: another single sign-on was begun after it, in another
 * tab, or it took too long. If there is a session by now, it is used; otherwise the sign-in page asks to begin again, and leads to the
 * same page. Null for every other return.
 */
export async function returnOutOfTurn(
  http: Request,
  program: Program,
  settings: AuthSettings,
): Promise<Response | null> {
  const state = new URL(http.url).searchParams.get("state");
  if (state === null || (await isAwaited(http.headers, settings, state))) return null;
  const target = targetOf(http.headers, state);
  const session = await findSession(program, http.headers, settings);
  if (session === null && target === null) return null;
  const next = target ?? "/";
  const location = session === null ? paths.signInRefused("SignInExpired", next) : next;
  return new Response(null, {
    status: 302,
    headers: { location, "set-cookie": forgetTarget(settings, state) },
  });
}
