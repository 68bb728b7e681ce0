import { currentLocale } from "#lib/text/currentLocale.ts";
import { memoize } from "#lib/text/memoize.ts";
import { dateOptions } from "./dateOptions.ts";

const formatOf = memoize(
  (locale) => new Intl.DateTimeFormat(locale, { ...dateOptions(locale), timeZone: "UTC" }),
);

/** A day (`2026-03-05`) for a text that leaves the dashboard, such as a mail: `5 Mar 2026`. */
export function dayInWords(day: string): string {
  return formatOf(currentLocale()).format(Date.parse(`${day}T00:00:00Z`));
}
