import { memoize } from "#lib/text/memoize.ts";

/** The cookie with the browser's time zone, so that the server writes times as the reader's clock shows them. */
export const TIME_ZONE_COOKIE = "codedesk-time-zone";

/** Of a name that comes from outside and is kept. Names of zones have half as many characters. */
const LONGEST_NAME = 64;

/** The zone in the cookie, or UTC if the platform does not know it. */
export function timeZoneOf(cookie = ""): string {
  return cookie.length > LONGEST_NAME ? "UTC" : knownZone(cookie);
}

const knownZone = memoize((timeZone) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
});
