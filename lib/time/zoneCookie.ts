/** The cookie with the browser's time zone, so that the server writes times as the reader's clock shows them. */
export const TIME_ZONE_COOKIE = "codedesk-time-zone";

/** The zone in the cookie, or UTC if the platform does not know it. */
export function timeZoneOf(cookie: string | undefined): string {
  if (cookie === undefined) return "UTC";
  try {
    return new Intl.DateTimeFormat("en", { timeZone: cookie }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
