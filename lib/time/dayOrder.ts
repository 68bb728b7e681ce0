/** The order in which a locale writes day, month and year. */
export type DayOrder = "day-first" | "month-first" | "year-first";

export function dayOrderOf(locale: string): DayOrder {
  const options = { calendar: "gregory", day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(0).map(({ type }) => type);
  if (parts.indexOf("year") < parts.indexOf("day")) return "year-first";
  return parts.indexOf("month") < parts.indexOf("day") ? "month-first" : "day-first";
}
