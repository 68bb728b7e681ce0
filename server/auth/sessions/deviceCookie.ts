import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY, SECOND } from "#lib/time/instant.ts";
import { usesSecureCookies, type AuthSettings } from "#server/auth/settings.ts";
import { httpOnlyCookie, readCookies } from "#server/http/cookies.ts";

/** How long a device is known after a sign-in. */
const LIFETIME = 180 * DAY;

type Device = { deviceId: string; memberId: string };

/**
 * The id of the device that a request comes from, if the member has signed in there before; otherwise null. The cookie grants no
 * access: it only keeps strangers' failures from counting against its owner.
 */
export function readDevice(headers: Headers, settings: AuthSettings, memberId: string): string | null {
  const device = parseDevice(headers, settings);
  return device?.memberId === memberId ? device.deviceId : null;
}

/** The id of the device that any member has signed in on, or null. */
export function readDeviceId(headers: Headers, settings: AuthSettings): string | null {
  return parseDevice(headers, settings)?.deviceId ?? null;
}

/** The Set-Cookie header that makes this device known for a member: the one who signed in there last. */
export function deviceCookie(settings: AuthSettings, memberId: string, deviceId: string): string {
  const value = `${deviceId}.${memberId}.${sign(settings.secret, deviceId, memberId)}`;
  const secure = usesSecureCookies(settings);
  return httpOnlyCookie(nameOf(settings), value, { maxAgeSeconds: LIFETIME / SECOND, secure });
}

function parseDevice(headers: Headers, settings: AuthSettings): Device | null {
  const value = readCookies(headers).get(nameOf(settings)) ?? "";
  const [deviceId = "", memberId = "", signature = ""] = value.split(".");
  return isSame(signature, sign(settings.secret, deviceId, memberId)) ? { deviceId, memberId } : null;
}

function nameOf(settings: AuthSettings): string {
  return usesSecureCookies(settings) ? "__Host-codedesk-device" : "codedesk-device";
}

function sign(secret: string, deviceId: string, memberId: string): string {
  return createHmac("sha256", secret).update(`device\n${deviceId}\n${memberId}`).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
