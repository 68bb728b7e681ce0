import "server-only";
import { createHmac } from "node:crypto";
import type { Code } from "#lib/contracts/codes.ts";

/**
 * HMAC-SHA-256 over what was delivered: enough to recognise a code that a customer sends in, useless to whoever reads the
 * database without the key. Names and values, in the order of their names, so that a field's place does not matter.
 */
export function fingerprintOf(key: Uint8Array, code: Pick<Code, "fields">): Buffer {
  const fields = Object.entries(code.fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", key).update(JSON.stringify(fields)).digest();
}
