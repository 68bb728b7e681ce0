import "server-only";
import { createHash } from "node:crypto";

const DIGITS = 16;

/** Tells keys apart and tells nothing of them: a key is random and long, so its hash cannot be turned back. */
export function keyFingerprint(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, DIGITS);
}
