import { NextResponse, type NextRequest } from "next/server";
import { PATH_HEADER } from "#lib/nextPath.ts";
import { newNonce, pagePolicy } from "#server/http/contentPolicy.ts";

/**
 * Headers of pages, nothing else: who may do what is decided by each page and route itself
 * (docs/decisions/0008-next-in-production.md). Those that never change are in next.config.mjs.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = newNonce();
  const policy = pagePolicy(nonce, process.env.NODE_ENV === "development");
  const forwarded = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy of the request.
  forwarded.set("content-security-policy", policy);
  forwarded.set("x-nonce", nonce);
  forwarded.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers: forwarded } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("cache-control", "no-store");
  return response;
}

export const config = {
  // Next reads the whole body of every request that it matches here, before anybody knows who sent it: so no route of the
  // interface is matched. Files are not pages: those of the build carry their version in their names, those of public/ may be
  // kept for a day (next.config.mjs).
  matcher: ["/((?!_next/static/|api/|api$|icons/|manifest\\.webmanifest$|robots\\.txt$).*)"],
};
