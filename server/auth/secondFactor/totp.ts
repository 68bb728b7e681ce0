import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { SECOND, type Instant } from "#lib/time/instant.ts";

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30 * SECOND;
const DIGITS = 6;
/** Codes of the previous and the next step are accepted too, because clocks differ and typing takes time. */
const DRIFT_STEPS = 1;
/** RFC 4226 asks for 128 bits and recommends 160. */
export const TOTP_SECRET_BYTES = 20;

/** The time step of an instant. */
export function stepOf(at: Instant): number {
  return Math.floor(at / STEP_MS);
}

/** The code of one time step (RFC 4226, section 5.3). */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

/** The time step near now that a code belongs to, or null. Always compares all steps, so that the time taken reveals nothing. */
export function matchingStep(secret: Uint8Array, code: string, now: Instant): number | null {
  const current = stepOf(now);
  let found: number | null = null;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (step >= 0 && isSame(totpCode(secret, step), code)) found = step;
  }
  return found;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
