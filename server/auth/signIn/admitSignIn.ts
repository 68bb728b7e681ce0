import "server-only";
import type { IncomingMessage } from "node:http";
import { SECOND } from "#lib/time/instant.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { AppError } from "#server/context/errors.ts";
import { keepRecent } from "#lib/keepRecent.ts";
import { processSingleton } from "#server/context/processSingleton.ts";
import { pathOf } from "#server/http/pathOf.ts";
import { PEER_HEADER } from "#server/http/peerAddress.ts";
import { getProgram } from "#server/context/runningProgram.ts";
import { clientOfRequest } from "./knownClient.ts";

/** Password sign-ins, and the steps that follow them. */
const SIGN_IN = /^\/api\/(?:auth\/callback\/credentials$|sign-in\/)/;
/** The steps of single sign-on, each of which has next-auth ask the identity provider before anything of the request is checked. */
const SINGLE_SIGN_ON: ReadonlySet<string> = new Set([
  "POST /api/auth/signin/oidc",
  "GET /api/auth/callback/oidc",
]);
/**
 * Password sign-ins of one process: a burst, then a rate per second. One from a stranger takes some 15 ms of the process and 25
 * ms of a core; two a second leave the 95th percentile of other requests unchanged. A single client cannot use up everybody's
 * rate.
 */
const RATES = {
  client: { burst: 10, perSecond: 1 },
  stranger: { burst: 20, perSecond: 2 },
  known: { burst: 40, perSecond: 20 },
  // The same for single sign-on, which takes two requests and no hash: what strangers send must not become a flood of the provider.
  providerClient: { burst: 20, perSecond: 2 },
  providerStranger: { burst: 60, perSecond: 10 },
  providerKnown: { burst: 60, perSecond: 20 },
} as const;
type Rate = keyof typeof RATES;
/** By what somebody signs in, with the rates of one client, of all strangers and of all who are known here. */
type Way = Readonly<Record<"client" | "stranger" | "known", Rate>>;
const PASSWORD: Way = { client: "client", stranger: "stranger", known: "known" };
const PROVIDER: Way = { client: "providerClient", stranger: "providerStranger", known: "providerKnown" };
/** Clients that are remembered; for a new one, the one that has not signed in for longest is forgotten. */
const MOST_CLIENTS = 10_000;
const RETRY_AFTER_SECONDS = 2;

type Bucket = { tokens: number; at: number };

/**
 * Decides about a step of signing in before anything else is done for it: Next and next-auth take milliseconds for each request, which
 * other requests would have to wait for. Known devices and addresses have a rate of their own, so that strangers do not use it up.
 * @returns why it is refused; null for every other request and within the rate.
 */
export function admitSignIn(request: IncomingMessage): AppError | null {
  const way = wayOf(request);
  if (way === null) return null;
  const settings = getAuthSettings();
  const headers = headersOf(request, ["cookie", "x-forwarded-for", PEER_HEADER]);
  const client = clientOfRequest(headers, settings, getProgram());
  const line = client.isKnown ? "known" : "stranger";
  if (takeToken(way.client, client.id) && takeToken(way[line], line)) return null;
  return new AppError("too-busy", "Too many people are signing in. Try again in a moment.", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** What a request signs in by; null: it does not. */
function wayOf(request: IncomingMessage): Way | null {
  const { method = "" } = request;
  const path = decoded(pathOf(request));
  if (method === "POST" && SIGN_IN.test(path)) return PASSWORD;
  return SINGLE_SIGN_ON.has(`${method} ${path}`) ? PROVIDER : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function headersOf({ headers }: IncomingMessage, names: readonly string[]): Headers {
  return new Headers(
    names.flatMap((name): [string, string][] => {
      const value = headers[name];
      return value === undefined ? [] : [[name, [value].flat().join(", ")]];
    }),
  );
}

function takeToken(rate: Rate, owner: string): boolean {
  const { burst, perSecond } = RATES[rate];
  const all = processSingleton("signInRates", (): Partial<Record<Rate, Map<string, Bucket>>> => ({}));
  const buckets = (all[rate] ??= new Map<string, Bucket>());
  const now = performance.now();
  const { tokens, at } = buckets.get(owner) ?? { tokens: burst, at: now };
  const filled = Math.min(burst, tokens + ((now - at) / SECOND) * perSecond);
  keepRecent(buckets, owner, { tokens: filled >= 1 ? filled - 1 : filled, at: now }, MOST_CLIENTS);
  return filled >= 1;
}
