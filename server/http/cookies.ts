import "server-only";

/** The cookies of a request. If a name occurs several times, the first counts; values that cannot be decoded are left unchanged. */
export function readCookies(headers: Headers): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const split = pair.indexOf("=");
    if (split < 1) continue;
    const name = pair.slice(0, split).trim();
    if (!cookies.has(name)) cookies.set(name, decoded(pair.slice(split + 1).trim()));
  }
  return cookies;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A Set-Cookie header for a cookie that scripts cannot read; of the whole site, or only of a path. */
export function httpOnlyCookie(
  name: string,
  value: string,
  { maxAgeSeconds, secure, path = "/" }: { maxAgeSeconds: number; secure: boolean; path?: string },
): string {
  const parts = [`${name}=${value}`, `Max-Age=${maxAgeSeconds}`, `Path=${path}`, "HttpOnly", "SameSite=Lax"];
  return (secure ? [...parts, "Secure"] : parts).join("; ");
}
