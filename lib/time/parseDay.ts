import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { addDays } from "./calendarDays.ts";
import type { DayOrder } from "./dayOrder.ts";
import { startOfDay } from "./zonedDay.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads a day as people type it (`2026-11-21`, `21.11.2026`, `21/11/26`, `21 Nov 2026`, `Nov 21, 2026`, `21 nov`, `today`); the
 * year may be left out. `order`: whether the day or the month comes first if both are numbers. Null if it is not a day.
 */
export function parseDay(text: string, today: string, order: DayOrder = "day-first"): string | null {
  // Dates of some locales contain characters that change the direction of text.
  const typed = asciiDigits(text.replaceAll(/[\u061c\u200e\u200f]/g, ""))
    .trim()
    .toLowerCase();
  if (typed === "today") return today;
  if (typed === "yesterday") return addDays(today, -1);
  const year = today.slice(0, 4);
  const yearFirst = /^(\d{4})(?:[-/.]\s*|\s)(\d{1,2})(?:[-/.]\s*|\s)(\d{1,2})\.?$/.exec(typed);
  if (yearFirst) return dayFrom(yearFirst[1], yearFirst[2], yearFirst[3]);
  const dayThenName = /^(\d{1,2})\.?\s*([a-z]{3,9})\.?,?\s*(\d{4}|\d{2})?$/.exec(typed);
  if (dayThenName) return dayFrom(dayThenName[3] ?? year, numberOf(dayThenName[2]), dayThenName[1]);
  const nameThenDay = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:,?\s+(\d{4}|\d{2}))?$/.exec(typed);
  if (nameThenDay) return dayFrom(nameThenDay[3] ?? year, numberOf(nameThenDay[1]), nameThenDay[2]);
  const plain = /^(\d{1,2})[./-]\s*(\d{1,2})(?:[./-]\s*(\d{4}|\d{2})?)?\.?(?:\s*г\.)?$/.exec(typed);
  if (!plain) return null;
  const [, one, two] = plain;
  return order === "day-first" ? dayFrom(plain[3] ?? year, two, one) : dayFrom(plain[3] ?? year, one, two);
}

function numberOf(month = ""): string {
  return String(MONTHS.indexOf(month.slice(0, 3)) + 1);
}

function dayFrom(year = "", month = "", day = ""): string | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return startOfDay(text, "UTC") === null ? null : text;
}
