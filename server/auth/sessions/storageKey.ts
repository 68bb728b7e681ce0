import "server-only";
import { createHmac } from "node:crypto";
import type { AuthSettings } from "#server/auth/settings.ts";

/**
 * What the pages of one member encrypt with what they keep in the browser (lib/queries/client/encryptedStorage.ts). The same for each of the member's
 * sessions, so that what one kept can be read in the next; nobody else's pages are told it.
 */
export function storageKeyOf({ secret }: Pick<AuthSettings, "secret">, memberId: string): string {
  return createHmac("sha256", secret).update(`encrypted storage\n${memberId}`).digest("base64");
}
