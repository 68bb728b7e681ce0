import "server-only";
import { isIP } from "node:net";
import type { AuthSettings } from "#server/auth/settings.ts";
import { AppError } from "#server/context/errors.ts";

/** Whom passkeys are created for (the relying party of WebAuthn): they work under this address only. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party for the configured address. Without NEXTAUTH_URL only `localhost` is accepted: any other name would come from
 * the client.
 * @throws AppError `not-configured`.
 */
export function relyingPartyOf(settings: AuthSettings, headers: Headers): RelyingParty {
  const url = new URL(settings.url ?? localAddress(headers.get("host") ?? ""));
  if (isIP(url.hostname.replaceAll(/[[\]]/g, "")) !== 0) throw needsName();
  return { id: url.hostname, origin: url.origin };
}

function localAddress(host: string): string {
  const address = `http://${host}`;
  if (!URL.canParse(address) || new URL(address).hostname !== "localhost") throw needsName();
  return address;
}

function needsName(): AppError {
  return new AppError(
    "not-configured",
    "Passkeys need an address with a name, set as NEXTAUTH_URL. Ask an administrator, or use an authenticator app.",
  );
}
