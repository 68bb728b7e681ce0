import "server-only";
import { BlockList, isIP } from "node:net";

/** Which part of X-Forwarded-For is trusted: none of it, the entries of a number of proxies, or those written by known proxies. */
export type TrustedProxies = { hops: number } | { addresses: BlockList };

export const NO_PROXIES: TrustedProxies = { hops: 0 };

/** Reads TRUSTED_PROXIES: a number of proxies in a row, or their addresses and networks (`10.0.0.0/8, fd00::/8`). Null if it is neither. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const addresses = new BlockList();
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== "")) {
    if (!addEntry(addresses, entry)) return null;
  }
  return { addresses };
}

function addEntry(list: BlockList, entry: string): boolean {
  const [address = "", prefix, ...more] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(length >= 0 && length <= bits)) return false;
  list.addSubnet(address, length, family);
  return true;
}
