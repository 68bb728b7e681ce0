import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import { forgetTarget, rememberTarget, targetOf } from "./signInTargets.ts";

/** Adds to next-auth's answer what keeps the target of each single sign-on: when it begins, and when it returns without success. */
export async function keepTargets(
  http: Request,
  settings: AuthSettings,
  callbackUrl: string | undefined,
  response: Response,
): Promise<void> {
  const { pathname, searchParams } = new URL(http.url);
  if (pathname.endsWith("/signin/oidc") && http.method === "POST") {
    const authorisation = await addressIn(response);
    for (const cookie of rememberTarget(http.headers, settings, authorisation, callbackUrl ?? ""))
      response.headers.append("set-cookie", cookie);
  }
  const state = searchParams.get("state");
  if (!pathname.endsWith("/callback/oidc") || state === null) return;
  response.headers.append("set-cookie", forgetTarget(settings, state));
  const location = response.headers.get("location");
  const target = targetOf(http.headers, state);
  if (location !== null && target !== null) response.headers.set("location", withTarget(location, target));
}

async function addressIn(response: Response): Promise<string> {
  const told: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return isRecord(told) && typeof told["url"] === "string" ? told["url"] : "";
}

/** Where a refused sign-in leads, with its target; any other address unchanged. next-auth only passes the error on to the sign-in page. */
function withTarget(location: string, target: string): string {
  const here = "http://desk.invalid";
  const url = URL.parse(location, here);
  const error = url?.searchParams.get("error") ?? null;
  if (url === null || error === null || target === "/") return location;
  if (!["/api/auth/error", "/sign-in"].includes(url.pathname)) return location;
  const path = `/sign-in?${new URLSearchParams({ error, next: target }).toString()}`;
  return url.origin === here ? path : `${url.origin}${path}`;
}
