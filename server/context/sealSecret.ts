import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed secret is for: each purpose has its own key. */
export type SealPurpose = "authenticator secrets" | "webhook secrets";
/** `owner`: whose secret it is, so that one row cannot stand in for another. `programSecret`: NEXTAUTH_SECRET. */
export type Seal = { programSecret: string; purpose: SealPurpose; owner: string };

/** Encrypts a secret for the database (AES-256-GCM). The key is derived from the program's secret, which is not in the database. */
export function sealSecret(seal: Seal, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(seal), nonce);
  cipher.setAAD(Buffer.from(seal.owner));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a secret; null if it was changed, or sealed with another program secret or for another owner or purpose. */
export function openSecret(seal: Seal, sealed: Buffer): Buffer | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(seal), nonce);
    decipher.setAAD(Buffer.from(seal.owner));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyOf({ programSecret, purpose }: Seal): Buffer {
  return Buffer.from(hkdfSync("sha256", programSecret, "", `codedesk ${purpose}`, 32));
}
