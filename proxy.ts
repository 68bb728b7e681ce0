import { NextResponse, type NextRequest } from "next/server";
import { PATH_HEADER } from "#lib/nextPath.ts";
import { settings } from "#server/config/env.ts";
import { DeskError } from "#server/context/errors.ts";
import { apiPolicy, newNonce, pagePolicy } from "#server/http/contentPolicy.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";

/**
 * Headers, nothing else: who may do what is decided by each page and route itself (docs/decisions/0008-next-in-production.md).
 * Those that never change stand in next.config.mjs.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isDecodable(request.nextUrl.pathname)) return unreadableAddress();
  const isApi = request.nextUrl.pathname.startsWith("/api/");
  const nonce = newNonce();
  const policy = isApi ? apiPolicy() : pagePolicy(nonce, process.env.NODE_ENV === "development");
  const forwarded = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy of the request.
  forwarded.set("content-security-policy", policy);
  forwarded.set("x-nonce", nonce);
  forwarded.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers: forwarded } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "no-store");
  if (settings().ownAddress?.startsWith("https://")) {
    response.headers.set("strict-transport-security", "max-age=63072000; includeSubDomains");
  }
  return response;
}

/** Next itself would answer 500 to a broken percent sign in the address of a route with parameters. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function unreadableAddress(): NextResponse {
  const requestId = crypto.randomUUID();
  const error = new DeskError("validation", "The address holds a percent sign that encodes nothing.");
  const problem = problemResponse(toProblem(error, requestId));
  return new NextResponse(problem.body, problem);
}

export const config = {
  // What the build made carries its version in its name: it may be kept, and runs nothing by itself.
  matcher: ["/((?!_next/static/).*)"],
};
