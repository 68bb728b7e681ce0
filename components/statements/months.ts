import { addMonths } from "#lib/time/calendarDays.ts";

/** The month `count` months later. */
export function monthBeside(month: string, count: number): string {
  return addMonths(`${month}-01`, count).slice(0, 7);
}
