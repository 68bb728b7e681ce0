import "server-only";
import { createHash } from "node:crypto";
import type { Automation } from "#lib/contracts/orders/automation.ts";

/** The variant and version digits of a UUID of our own making (RFC 9562, version 8). */
const VERSION = 0x80;
const VARIANT = 0x80;

/**
 * The id of the confirmation by which an automation orders on one occasion. It depends on nothing else, so however often and wherever
 * the occasion is worked on, it makes one order (docs/architecture.md#invariants, 2).
 */
export function confirmationOf({ kind, id }: Pick<Automation, "kind" | "id">, occasion: string): string {
  const bytes = createHash("sha256")
    .update(`automation\n${kind}\n${id}\n${occasion}`)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | VERSION, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | VARIANT, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
