import { describe, expect, it } from "vitest";
import { NO_PROXIES, parseTrustedProxies, type TrustedProxies } from "#server/config/trustedProxies.ts";
import { addressGroup, clientAddress } from "./clientAddress.ts";
import { peerHeader } from "./peerAddress.ts";

function addressOf(peer: string | null, forwardedFor: string | null, trusted: TrustedProxies): string {
  const headers = new Headers(peer === null ? [] : [peerHeader(peer)]);
  if (forwardedFor !== null) headers.set("x-forwarded-for", forwardedFor);
  return clientAddress(headers, trusted);
}

function proxies(text: string): TrustedProxies {
  const parsed = parseTrustedProxies(text);
  if (parsed === null) throw new Error(`${text} was not understood`);
  return parsed;
}

describe("the address of a client", () => {
  it.each<[string, string, string | null, TrustedProxies, string]>([
    ["is the socket's by default", "192.0.2.1", "198.51.100.7", NO_PROXIES, "192.0.2.1"],
    ["is what one trusted proxy saw", "10.0.0.1", "1.1.1.1, 198.51.100.7", proxies("1"), "198.51.100.7"],
    [
      "is behind two trusted proxies",
      "10.0.0.1",
      "6.6.6.6, 198.51.100.7, 10.0.0.2",
      proxies("2"),
      "198.51.100.7",
    ],
    [
      "is behind proxies that are named",
      "10.0.0.1",
      "6.6.6.6, 198.51.100.7, 10.9.9.9",
      proxies("10.0.0.0/8"),
      "198.51.100.7",
    ],
    [
      "is the socket's when a stranger comes round the proxy",
      "203.0.113.9",
      "6.6.6.6",
      proxies("10.0.0.0/8"),
      "203.0.113.9",
    ],
    ["is the proxy's when that wrote nothing", "10.0.0.1", null, proxies("1"), "10.0.0.1"],
    ["is the proxy's when what it wrote is no address", "10.0.0.1", "unknown", proxies("1"), "10.0.0.1"],
    ["has no port", "10.0.0.1", "[2001:db8::7]:4711", proxies("1"), "2001:db8::7"],
    ["is IPv4 also through an IPv6 socket", "::ffff:192.0.2.1", null, NO_PROXIES, "192.0.2.1"],
    [
      "is behind a proxy with an IPv6 address",
      "fd00::1",
      "198.51.100.7",
      proxies("fd00::/8 10.0.0.1"),
      "198.51.100.7",
    ],
  ])("%s", (_, peer, forwardedFor, trusted, expected) => {
    expect(addressOf(peer, forwardedFor, trusted)).toBe(expected);
  });

  it("is not what a client writes into our own header", () => {
    const headers = new Headers({ "x-codedesk-peer": "guess 192.0.2.1" });
    expect(clientAddress(headers, NO_PROXIES)).toBe("unknown");
  });

  it("counts by the network of 64 bits for IPv6", () => {
    expect(addressGroup("2001:db8::1")).toBe(addressGroup("2001:db8:0:0:ffff::2"));
    expect(addressGroup("2001:db8:0:1::1")).not.toBe(addressGroup("2001:db8::1"));
    expect(addressGroup("192.0.2.1")).toBe("192.0.2.1");
  });
});

describe("TRUSTED_PROXIES", () => {
  it.each(["proxy.example", "10.0.0.0/33", "10.0.0.1/8/8", "-1", "1.2.3"])("refuses %s", (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  });
});
