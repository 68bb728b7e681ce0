/** Whether a locale is English, whose words dates may contain. */
export const isEnglish = (locale: string) => new Intl.Locale(locale).language === "en";

/** Months have names only in English locales, because all text is English; elsewhere they are numbers. The calendar is always Gregorian. */
export function dateOptions(locale: string): Intl.DateTimeFormatOptions {
  return isEnglish(locale)
    ? { day: "numeric", month: "short", year: "numeric" }
    : { calendar: "gregory", day: "2-digit", month: "2-digit", year: "numeric" };
}
