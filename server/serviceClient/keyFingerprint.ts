import "server-only";
import { createHash } from "node:crypto";

const DIGITS = 16;

/** Identifies a key without revealing it: a key is random and long, so its hash cannot be reversed. */
export function keyFingerprint(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, DIGITS);
}
