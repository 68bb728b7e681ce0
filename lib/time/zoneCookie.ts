import { rememberFormats } from "#lib/text/currentLocale.ts";

/** The cookie with the browser's time zone, so that the server writes times as the reader's clock shows them. */
export const TIME_ZONE_COOKIE = "codedesk-time-zone";

/** The zone in the cookie, or UTC if the platform does not know it. */
export function timeZoneOf(cookie: string | undefined): string {
  return cookie === undefined || cookie.length > LONGEST_NAME ? "UTC" : knownZone(cookie);
}

/** Of a name that comes from outside and is kept. Names of zones have half as many characters. */
const LONGEST_NAME = 64;
const knownZone = rememberFormats((name) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
});
