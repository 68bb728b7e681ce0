import "server-only";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { WebhookRules } from "#server/context/context.ts";
import { isPublicAddress } from "./publicAddress.ts";

/** Why nothing may be sent to this address, in words for the person who typed it; null if it may be, as far as the text tells. */
export function targetProblem(text: string, { allowPrivate }: WebhookRules): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return "Enter an address that begins with https://.";
  if (url.username !== "" || url.password !== "")
    return "Leave the user name and password out of the address.";
  if (allowPrivate) return null;
  if (url.protocol !== "https:")
    return "The address must begin with https://, so that nobody can read the messages on the way.";
  const host = hostOf(url);
  const isLocal = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(host) || !/[.:]/.test(host);
  if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) return NOT_PUBLIC;
  return null;
}

/** The message for an address in a private network. */
export const NOT_PUBLIC = "The address must be on the internet, not on this machine or in its network.";

/**
 * The addresses to connect to, all of which are allowed.
 * @throws Error that says why there is none
 */
export async function resolveTarget(
  host: string,
  { allowPrivate, resolve = resolveName }: WebhookRules,
): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  // A single private address among several is a trap, not an oversight.
  if (!allowPrivate && !addresses.every(isPublicAddress)) throw new Error(NOT_PUBLIC);
  if (addresses.length === 0) throw new Error("The host name has no address.");
  return addresses;
}

/** The host of a URL in the usual notation: IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

async function resolveName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}
