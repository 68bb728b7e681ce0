import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a member's secret for the database (AES-256-GCM). The key is derived from the program's secret; the member's id is bound
 * to it, so that one row cannot stand in for another.
 */
export function sealSecret(programSecret: string, memberId: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(programSecret), nonce);
  cipher.setAAD(Buffer.from(memberId));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The secret, or null for one that was sealed with another program secret, for another member, or changed. */
export function openSecret(programSecret: string, memberId: string, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(programSecret), nonce);
    decipher.setAAD(Buffer.from(memberId));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf(programSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", programSecret, "", "codedesk authenticator secrets", 32));
}
