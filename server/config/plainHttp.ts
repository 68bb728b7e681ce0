import "server-only";
import { isLoopback } from "./loopback.ts";
import { StartupError } from "./startupError.ts";

/**
 * Refuses to listen for other machines if people would sign in without https: passwords and sessions could be read on the way.
 * @throws StartupError that says what to set.
 */
export function requireHttps(
  place: { host: string; allowPlainHttp: boolean },
  ownAddress: string | null,
): void {
  if (isLoopback(place.host) || place.allowPlainHttp || ownAddress?.startsWith("https://")) return;
  throw new StartupError(
    `HOST=${place.host} lets other machines reach Codedesk, but NEXTAUTH_URL is not an https:// address: set it to the address that ` +
      "people use, or leave HOST out to listen on this machine alone, or set ALLOW_PLAIN_HTTP=on if nobody can listen in on the network.",
  );
}
