import { addMonths } from "#lib/time/calendarDays.ts";

/** `October 2026`. */
export function monthText(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/** The month `count` months later. */
export function monthBeside(month: string, count: number): string {
  return addMonths(`${month}-01`, count).slice(0, 7);
}
