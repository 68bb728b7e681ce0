import "server-only";
import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Instant } from "#lib/time/instant.ts";
import { safeNext } from "#lib/nextPath.ts";
import { paths } from "#lib/paths.ts";
import { isAppError } from "#server/context/errors.ts";
import { readCookies } from "#server/http/cookies.ts";
import { openHalfSession } from "#server/auth/secondFactor/halfSession.ts";
import { hasSecondFactor, memberFactors } from "#server/auth/sessions/memberFactors.ts";
import { authenticate, type SignInRequest } from "#server/auth/signIn/authenticate.ts";
import { readDevice } from "#server/auth/sessions/deviceCookie.ts";
import { closeSession } from "#server/auth/sessions/closeSession.ts";
import { findActiveSession, findSession, type Session } from "#server/auth/sessions/findSession.ts";
import { parseSessionToken } from "#server/auth/sessions/readToken.ts";
import { SESSION_LIFETIME_MS } from "#server/auth/sessions/limits.ts";
import { admitIdentity } from "#server/auth/identityProvider/admitIdentity.ts";
import { identityProvider } from "#server/auth/identityProvider/identityProvider.ts";
import { clientOf, openSession } from "#server/auth/sessions/openSession.ts";
import { sessionCookieName, usesSecureCookies } from "#server/auth/settings.ts";

/** The result of a sign-in beside next-auth's answer, which would turn an error into text in an address. */
export type SignInOutcome = {
  error?: unknown;
  memberId?: string;
  /** The id of the browser, for its cookie. */
  device?: string;
  /** The Set-Cookie header of a sign-in that waits for its second factor. */
  halfSession?: string;
};

/** next-auth's configuration for one request, because its callbacks need that request. */
export function authOptions(
  request: SignInRequest,
  outcome: SignInOutcome,
  reauthenticate = false,
): AuthOptions {
  const { settings } = request;
  let memberId: string | null = null;
  let passwordHash: string | null = null;
  let active: Session | null = null;
  let authenticatedAt: Instant | null = null;
  let providerSession: string | null = null;
  const credentialsProvider = () =>
    CredentialsProvider({
      name: "E-mail and password",
      credentials: { email: {}, password: {} },
      authorize: async (input) => {
        try {
          const member = await authenticate(request, input);
          if (member === null) return null;
          ({ id: memberId, passwordHash } = member);
          authenticatedAt = request.clock.now();
          return { id: memberId };
        } catch (error) {
          outcome.error = error;
          throw new Error(errorName(error), { cause: error });
        }
      },
    });
  return {
    secret: settings.secret,
    useSecureCookies: usesSecureCookies(settings),
    cookies: {
      sessionToken: {
        name: sessionCookieName(settings),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: usesSecureCookies(settings) },
      },
    },
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_MS / 1_000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      ...(settings.passwordSignIn ? [credentialsProvider()] : []),
      ...(settings.oidc === null ? [] : [identityProvider(settings.oidc, reauthenticate)]),
    ],
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (account?.provider === "oidc" && settings.oidc !== null) {
          const admitted = await admitIdentity(request, settings.oidc, profile);
          if (admitted === "not-a-member") return false;
          if (admitted === "no-groups-told") return paths.signInRefused("NoGroupsTold");
          if (admitted === "no-role") return paths.signInRefused("NoRole");
          ({ memberId, authenticatedAt, providerSession } = admitted);
        }
        if (memberId === null) return false;
        if (!hasSecondFactor(await memberFactors(request.db, memberId))) return true;
        // No session yet: next-auth only redirects to the page that asks for the second factor.
        const by = account?.provider === "oidc" ? "identity provider" : "password";
        const opening = openHalfSession(request, settings, { memberId, by, passwordHash, providerSession });
        outcome.halfSession = await opening.catch((error: unknown) => {
          outcome.error = error;
          throw error;
        });
        return paths.secondFactor(nextPathOf(request.headers));
      },
      // The token contains the ids of the member and of the session's row; everything else is read from the row.
      jwt: async ({ token, account }) => {
        if (account && memberId !== null) {
          const by = account.provider === "oidc" ? "identity provider" : "password";
          const current = await findSession(request, request.headers, settings);
          const client = clientOf(request);
          const sid = await openSession(request, memberId, {
            by,
            passwordHash,
            authenticatedAt,
            providerSession,
            replaces: current?.id,
            isKnownDevice: readDevice(request.headers, settings, memberId) !== null,
            ...client,
          });
          outcome.memberId = memberId;
          outcome.device = client.device;
          return { sub: memberId, sid };
        }
        const known = parseSessionToken(token);
        active = known === null ? null : await findActiveSession(request, known);
        if (known === null || active === null) throw new Error("The session has ended.");
        return { sub: known.sub, sid: known.sid };
      },
      session: ({ session }) => {
        if (active === null) return { expires: session.expires };
        const { name, email } = active.member;
        return { expires: session.expires, user: { name, email } };
      },
      redirect: ({ url, baseUrl }) => stayHere(url, baseUrl),
    },
    events: {
      signOut: async ({ token }) => {
        const known = parseSessionToken(token);
        if (known !== null) await closeSession(request, known);
      },
    },
    logger: {
      error: (code, metadata) => request.log.warn({ code, cause: describe(metadata) }, "next-auth reports"),
      warn: (code) => request.log.warn({ code }, "next-auth warns"),
      debug: () => undefined,
    },
  };
}

/** Where single sign-on should lead, which next-auth keeps in a cookie; a password sign-in names no destination. */
function nextPathOf(headers: Headers): string {
  const kept = [...readCookies(headers)].find(([name]) => name.endsWith("next-auth.callback-url"))?.[1] ?? "";
  if (!URL.canParse(kept)) return "/";
  const { pathname, search, searchParams } = new URL(kept);
  return safeNext(pathname === paths.signIn() ? searchParams.get("next") : `${pathname}${search}`);
}

/** The name of the error that next-auth puts into the address of its answer. */
function errorName(error: unknown): string {
  if (!isAppError(error)) return "SignInFailed";
  return error.kind === "forbidden" ? "OneTimePasswordExpired" : "TooManyAttempts";
}

/** Where to go after signing in: the given address if it is on this site, otherwise the home page. */
export function stayHere(target: string, here: string): string {
  if (!URL.canParse(target, here)) return here;
  const url = new URL(target, here);
  // By the address itself: a blob of this site has its origin too.
  return url.href.startsWith(`${new URL(here).origin}/`) ? url.href : here;
}

/** The message of a failure, without the data of the request. */
function describe(metadata: unknown): string {
  if (metadata instanceof Error) return metadata.message;
  if (typeof metadata === "object" && metadata !== null && "error" in metadata)
    return describe(metadata.error);
  return "unknown";
}
