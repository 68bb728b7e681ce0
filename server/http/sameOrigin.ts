import "server-only";

/**
 * Whether a request comes from the dashboard's own pages or from no page at all (docs/architecture.md#http-interface). Browsers
 * always say where a request comes from, in Sec-Fetch-Site or (older ones) in Origin, and pages cannot forge either. A request
 * with neither comes from a program, which no other site's page can make act for a member.
 * @param ownOrigin the origin of NEXTAUTH_URL, which counts alone if it is configured: scheme, host and port. Without it, Host does.
 */
export function isSameOrigin(request: Request, ownOrigin: string | null): boolean {
  const origin = request.headers.get("origin");
  if (origin !== null && !isOwn(origin, request.headers, ownOrigin)) return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || (site === "none" && isReading(request.method));
  if (origin !== null) return true;
  const referrer = request.headers.get("referer");
  return referrer === null || isOwn(referrer, request.headers, ownOrigin);
}

/** Methods that change nothing. "none" means that a person typed the address, which is never a POST. */
function isReading(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function isOwn(address: string, headers: Headers, ownOrigin: string | null): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, host } = new URL(address);
  return ownOrigin === null ? host === headers.get("host") : origin === ownOrigin;
}
