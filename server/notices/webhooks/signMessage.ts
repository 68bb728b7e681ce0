import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { SECOND, type Instant } from "#lib/time/instant.ts";

const SECRET_BYTES = 32;
const PREFIX = "whsec_";

/** A new secret, as it is stored; receivers enter it in the form of Standard Webhooks. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function secretText(secret: Uint8Array): string {
  return `${PREFIX}${Buffer.from(secret).toString("base64")}`;
}

/** The headers of Standard Webhooks: HMAC-SHA256 over id, time and body, so that a message can neither be forged nor replayed later. */
export function signMessage(
  secret: Uint8Array,
  message: { id: string; at: Instant; body: string },
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(message.at / SECOND));
  const signature = createHmac("sha256", secret)
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest("base64");
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
