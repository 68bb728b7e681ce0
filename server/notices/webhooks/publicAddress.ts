import "server-only";
import { BlockList, isIP } from "node:net";

/** IPv4 addresses that are not on the internet (IANA special-purpose registry). */
const NOT_PUBLIC_V4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/**
 * The exceptions within 2000::/3, the only public part of IPv6: addresses that contain an IPv4 address, or are for documentation
 * and tests.
 */
const NOT_PUBLIC_V6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) refused.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of NOT_PUBLIC_V6) refused.addSubnet(network, prefix, "ipv6");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an IP address is on the internet: not this machine, not its network, and not one that stands for an IPv4 address
 * (mapped, NAT64, 6to4). False for anything that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused.check(address, "ipv4");
  if (version !== 6 || address.includes("%")) return false;
  return global.check(address, "ipv6") && !refused.check(address, "ipv6");
}
