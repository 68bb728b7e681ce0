import "server-only";
import type { AuthSettings } from "#server/auth/settings.ts";
import type { Program } from "#server/context/context.ts";
import { addressGroup, clientAddress } from "#server/http/clientAddress.ts";
import { readDeviceId } from "#server/auth/sessions/deviceCookie.ts";
import { isKnownAddress } from "./knownAddresses.ts";

/** What is known of a client before the database is read: whether any member has signed in from its device or address. */
export type Client = { isKnown: boolean; id: string };

export function clientOfRequest(headers: Headers, settings: AuthSettings, program: Program): Client {
  const device = readDeviceId(headers, settings);
  if (device !== null) return { isKnown: true, id: device };
  const group = addressGroup(clientAddress(headers, settings.trustedProxies));
  return { isKnown: isKnownAddress(program, group), id: group };
}
