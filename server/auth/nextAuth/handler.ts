import "server-only";
import { randomUUID } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import type { Program } from "#server/context/context.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import { deviceCookie } from "#server/auth/sessions/deviceCookie.ts";
import { refuseWhenBusy } from "#server/auth/signIn/hashQueue.ts";
import { noteKnownAddress } from "#server/auth/signIn/knownAddresses.ts";
import { clientOfRequest } from "#server/auth/signIn/knownClient.ts";
import { addressGroup, clientAddress } from "#server/http/clientAddress.ts";
import { readCookies } from "#server/http/cookies.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";
import { CLEAR_AT_SIGN_OUT } from "#server/auth/sessions/clearAtSignOut.ts";
import { readText } from "#server/http/readBody.ts";
import { isSameOrigin } from "#server/http/sameOrigin.ts";
import { REAUTHENTICATE } from "#lib/contracts/team/reauthenticate.ts";
import { Answer } from "./answer.ts";
import { authOptions, type SignInOutcome } from "./authOptions.ts";
import { keepTargets } from "./keepTargets.ts";
import { returnOutOfTurn } from "./returnOutOfTurn.ts";
import { isLoopback } from "#server/config/loopback.ts";
import { ownOrigin, usesSecureCookies, type AuthSettings } from "#server/auth/settings.ts";

/** The actions of next-auth that exist here, and whether other sites may navigate to them, as the identity provider does. */
const ACTIONS: Record<string, { fromOtherSites: boolean }> = {
  "GET csrf": { fromOtherSites: false },
  "GET session": { fromOtherSites: false },
  "GET providers": { fromOtherSites: false },
  "GET signin": { fromOtherSites: true },
  "GET error": { fromOtherSites: true },
  "GET callback/oidc": { fromOtherSites: true },
  "POST signin/oidc": { fromOtherSites: false },
  "POST callback/credentials": { fromOtherSites: false },
  "POST signout": { fromOtherSites: false },
};
const FIELDS = ["email", "password", "csrfToken", "callbackUrl", "json"] as const;
/** These are compared with what is stored, or led back to this origin (`redirect` of the options), and not written as they are. */
const CHECKED_LATER: ReadonlySet<string> = new Set(["email", "password", "callbackUrl"]);
const BODY_BYTES = 16 * 1024;

/**
 * Answers everything under /api/auth with next-auth, after our own checks (docs/decisions/0010-next-auth.md). Responses that its
 * clients rely on stay unchanged; its failures become problem documents without internal details.
 * @param segments the path after /api/auth.
 */
export async function handleAuth(
  http: Request,
  segments: readonly string[],
  program: Program,
  settings: AuthSettings,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const action = ACTIONS[`${http.method} ${segments.join("/")}`];
    const isUnknownProvider = segments[1] === "oidc" && settings.oidc === null;
    const isSwitchedOff = segments[1] === "credentials" && !settings.passwordSignIn;
    if (!action || isUnknownProvider || isSwitchedOff) throw new AppError("not-found", "Page not found.");
    if (!action.fromOtherSites && !isSameOrigin(http, ownOrigin(settings))) {
      throw new AppError("cross-site", "Sign in from Codedesk's own page.");
    }
    if (!action.fromOtherSites) refuseUnprotected(http, settings);
    for (const [name, text] of new URL(http.url).searchParams)
      if (!CHECKED_LATER.has(name)) refuseControlCharacters(text, "query");
    const isReturn = segments.join("/") === "callback/oidc";
    const outOfTurn = isReturn ? await returnOutOfTurn(http, program, settings) : null;
    const response = outOfTurn ?? (await callNextAuth(http, segments, program, settings));
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-request-id", requestId);
    if (isSignOut(http, segments) && response.ok) response.headers.set("clear-site-data", CLEAR_AT_SIGN_OUT);
    return response;
  } catch (error) {
    if (!isAppError(error)) program.log.error({ requestId, error }, "A sign-in request failed");
    return problemResponse(toProblem(error, requestId));
  }
}

function isSignOut(http: Request, segments: readonly string[]): boolean {
  return http.method === "POST" && segments[0] === "signout";
}

async function callNextAuth(
  http: Request,
  segments: readonly string[],
  program: Program,
  settings: AuthSettings,
): Promise<Response> {
  const isPasswordSignIn = http.method === "POST" && segments[0] === "callback";
  // Before the body is read: clients that were never here wait in the short queue.
  if (isPasswordSignIn && !clientOfRequest(http.headers, settings, program).isKnown)
    refuseWhenBusy("stranger");
  const origin = originOf(http, settings);
  // Without NEXTAUTH_URL, next-auth takes its own address from the forwarded headers that we set below.
  if (settings.url === null) process.env.AUTH_TRUST_HOST = "true";
  const body = await readFields(http);
  const outcome: SignInOutcome = {};
  const address = clientAddress(http.headers, settings.trustedProxies);
  const { [REAUTHENTICATE]: again, ...query } = Object.fromEntries(new URL(http.url).searchParams);
  const signIn = { ...program, settings, headers: http.headers, address };
  const options = authOptions(signIn, outcome, again !== undefined);
  const answer = new Answer();
  const request = {
    method: http.method,
    headers: { "x-forwarded-host": origin.host, "x-forwarded-proto": origin.protocol.slice(0, -1) },
    cookies: withoutBadCallbackUrls(Object.fromEntries(readCookies(http.headers)), origin),
    query: {
      ...withoutBadCallbackUrls(query, origin),
      nextauth: [...segments],
    },
    body,
  };
  // next-auth reads and calls only what is defined above and in Answer; its types ask for all of Node's request.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await NextAuth(request as unknown as NextApiRequest, answer as unknown as NextApiResponse, options);
  if (outcome.error !== undefined && !isAppError(outcome.error)) throw outcome.error;
  const response = answer.toResponse(outcome.error);
  await keepTargets(http, settings, body?.["callbackUrl"], response);
  if (outcome.halfSession !== undefined) response.headers.append("set-cookie", outcome.halfSession);
  if (outcome.memberId !== undefined && outcome.device !== undefined) {
    noteKnownAddress(addressGroup(address));
    response.headers.append("set-cookie", deviceCookie(settings, outcome.memberId, outcome.device));
  }
  return response;
}

/** The address the browser uses. Without NEXTAUTH_URL it is the Host header: only redirects depend on it. */
function originOf(http: Request, settings: AuthSettings): URL {
  if (settings.url !== null) return new URL(settings.url);
  const host = http.headers.get("host") ?? "localhost";
  return new URL(URL.canParse(`http://${host}`) ? `http://${host}` : "http://localhost");
}

/**
 * Behind a proxy with TLS, a missing NEXTAUTH_URL would lead to cookies that are also sent without TLS, and nobody would notice.
 * @throws AppError `not-configured`.
 */
function refuseUnprotected(http: Request, settings: AuthSettings): void {
  if (settings.allowPlainHttp || isLoopback(originOf(http, settings).hostname)) return;
  if (usesSecureCookies(settings)) return;
  throw new AppError(
    "not-configured",
    "Nobody can sign in at this address: it has to be set as NEXTAUTH_URL, with https://. Ask an administrator.",
  );
}

/** The fields that sign-in knows, as text. */
async function readFields(http: Request): Promise<Record<string, string> | undefined> {
  if (http.method !== "POST") return undefined;
  const mediaType = (http.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const text = await readText(http, BODY_BYTES);
  const given = mediaType === "application/json" ? parseJson(text) : new URLSearchParams(text);
  const fields = FIELDS.flatMap((name): [string, string][] => {
    const value = given.get(name);
    return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [];
  });
  for (const [name, value] of fields) if (!CHECKED_LATER.has(name)) refuseControlCharacters(value, "body");
  return Object.fromEntries(fields);
}

/**
 * next-auth writes what it is given into headers of its answer, where a line end is an error that tells the text.
 * @throws AppError `validation`, without the text.
 */
function refuseControlCharacters(text: string, what: "query" | "body"): void {
  if (/\p{Cc}/u.test(text))
    throw new AppError("validation", `Remove the characters that are not text from the ${what}.`);
}

function parseJson(text: string): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    throw new AppError("validation", "The body is not JSON.");
  }
}

/**
 * Leaves out callback addresses, in the query or in the cookie, that next-auth would refuse: it answers 500 to them, and its error
 * tells them to the log. As it does, only a path is read as being on this origin.
 */
function withoutBadCallbackUrls(values: Record<string, string>, origin: URL): Record<string, string> {
  const isGood = (address: string) => {
    if (/\p{Cc}/u.test(address)) return false;
    const url = URL.parse(address, address.startsWith("/") ? origin.href : undefined);
    return url !== null && /^https?:$/.test(url.protocol);
  };
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !/callback-?url$/i.test(name) || isGood(value)),
  );
}
