import "server-only";
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { earlierIdentifyingFields, identifyingFields } from "#lib/codes/identifyingFields.ts";
import type { Code } from "#lib/contracts/codes/codes.ts";

/** A prepared key makes a fingerprint in a fifth of the time, which counts for a hundred thousand codes. */
const prepared = new WeakMap<Uint8Array, KeyObject>();

function prepare(key: Uint8Array): KeyObject {
  const known = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, known);
  return known;
}

/**
 * HMAC-SHA-256 over the fields that identify a code: enough to recognise a code that a customer sends in, and useless to anyone
 * who can read the database but does not have the key. Names and values are hashed in the order of the names, so the position of
 * a field does not matter.
 */
export function fingerprintOf(key: Uint8Array, { fields }: Pick<Code, "fields">): Buffer {
  return hashFields(key, identifyingFields(fields));
}

/** The fingerprint of a code, and those that earlier versions stored, where they are others. */
export function fingerprintsOf(
  key: Uint8Array,
  code: Pick<Code, "fields">,
): { fingerprint: Buffer; earlier: Buffer[] } {
  return {
    fingerprint: fingerprintOf(key, code),
    earlier: earlierIdentifyingFields(code.fields).map((fields) => hashFields(key, fields)),
  };
}

function hashFields(key: Uint8Array, fields: Readonly<Record<string, string>>): Buffer {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac("sha256", prepare(key)).update(JSON.stringify(sorted)).digest();
}

/**
 * HMAC-SHA-256 over all codes of an order: says at once that nothing has changed, whatever their number. "list 5": earlier versions kept
 * codes by their place, took others for the same, or stored fewer forms of their values or no last day, so what they stored is compared once more.
 */
export function listFingerprintOf(key: Uint8Array, codes: readonly Code[]): Buffer {
  const hmac = createHmac("sha256", prepare(key)).update("list 5");
  for (const { index, productId, fields } of codes) {
    hmac.update(JSON.stringify([index, productId, Object.entries(fields)]));
  }
  return hmac.digest();
}

/**
 * HMAC-SHA-256 of one value of a code, by which its order is found (lib/codes/searchableValue.ts). Cannot equal the fingerprint
 * of a code.
 */
export function valueFingerprintOf(key: Uint8Array, value: string): Buffer {
  return createHmac("sha256", prepare(key)).update(`value ${value}`).digest();
}

/** The same of a form that similar values share (lib/codes/searchableValue.ts); cannot equal that of a value. */
export function similarFingerprintOf(key: Uint8Array, form: string): Buffer {
  return createHmac("sha256", prepare(key)).update(`similar ${form}`).digest();
}
