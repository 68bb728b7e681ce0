import "server-only";
import { isIP, type BlockList } from "node:net";
import type { TrustedProxies } from "#server/config/trustedProxies.ts";
import { readPeerAddress } from "./peerAddress.ts";

export const UNKNOWN_ADDRESS = "unknown";

/**
 * The client's address as far as it can be trusted: the socket's or, behind trusted proxies, the entry of X-Forwarded-For that
 * the outermost trusted proxy wrote. Entries further left may be made up by the client. `unknown` without a socket.
 */
export function clientAddress(headers: Headers, trusted: TrustedProxies): string {
  const peer = plain(readPeerAddress(headers) ?? "");
  if (peer === null) return UNKNOWN_ADDRESS;
  let client = peer;
  let hop = 0;
  // From the nearest proxy outwards, as long as the proxy that wrote the entry is trusted.
  for (const entry of forwarded(headers).toReversed()) {
    const isTrusted = "hops" in trusted ? hop < trusted.hops : contains(trusted.addresses, client);
    const address = plain(entry);
    if (!isTrusted || address === null) return client;
    client = address;
    hop += 1;
  }
  return client;
}

/** Whether the other end of a connection is a proxy whose headers are trusted. */
export function isTrustedProxy(peer: string, trusted: TrustedProxies): boolean {
  const address = plain(peer);
  if (address === null) return false;
  return "hops" in trusted ? trusted.hops > 0 : contains(trusted.addresses, address);
}

/** Groups addresses that one client can choose from at will: for IPv6, the 64-bit network. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${expanded(address).slice(0, 4).join(":")}::/64`;
}

function forwarded(headers: Headers): string[] {
  return (headers.get("x-forwarded-for") ?? "").split(",").filter((entry) => entry.trim() !== "");
}

/** An address without port, brackets and zone; an IPv4 address in IPv6 form as IPv4. Null for anything else. */
function plain(entry: string): string | null {
  const text = entry.trim().toLowerCase();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(address) === 0 ? null : address;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expanded(address: string): string[] {
  const [left = "", right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const head = left.split(":").filter((group) => group !== "");
  if (right === undefined) return head;
  const tail = right.split(":").filter((group) => group !== "");
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}
