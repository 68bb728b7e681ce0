import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PATH_HEADER } from "#lib/nextPath.ts";
import { newNonce, pagePolicy } from "./contentPolicy.ts";
import { pathOf } from "./pathOf.ts";

/**
 * What is no page: the interface, files of the build, which carry their version in their names, and files of public/, which may be
 * kept for a day (next.config.mjs).
 */
const NO_PAGE = /^\/(?:_next\/static\/|api\/|api$|icons\/|favicon\.ico$|manifest\.webmanifest$|robots\.txt$)/;
/** Next adds it to the address when a browser goes from one page to another. */
const NAVIGATION_PARAMETER = "_rsc";

/**
 * Gives a page's request and answer the page's content policy, with a new nonce, and tells the page its own path. Who may do what is
 * decided by each page and route itself (docs/decisions/0008-next-in-production.md). What a client claims about any of it is
 * overwritten.
 */
export function preparePage(request: IncomingMessage, response: ServerResponse, development: boolean): void {
  const { url = "", headers } = request;
  if (NO_PAGE.test(pathOf(request))) return;
  const policy = pagePolicy(newNonce(), development);
  // Next reads the nonce for its own scripts from the policy of the request.
  headers["content-security-policy"] = policy;
  headers[PATH_HEADER] = ownPath(url);
  response.setHeader("content-security-policy", policy);
  response.setHeader("cache-control", "no-store");
}

/** Path and query as a person sees them in the address bar. */
function ownPath(url: string): string {
  const [path = "", ...rest] = url.split("?");
  const query = rest.join("?");
  if (!query.includes(NAVIGATION_PARAMETER)) return url;
  const kept = query.split("&").filter((part) => !part.startsWith(`${NAVIGATION_PARAMETER}=`));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}
