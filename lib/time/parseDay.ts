import { addDays } from "./calendarDays.ts";
import { startOfDay } from "./zonedDay.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads a day as people type it (`2026-11-21`, `21.11.2026`, `21/11/26`, `21 Nov 2026`, `21 nov`, `today`); the year may be left out.
 * Days come before months. Null for what is no day.
 */
export function parseDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed === "today") return today;
  if (typed === "yesterday") return addDays(today, -1);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return dayFrom(iso[1], iso[2], iso[3]);
  const named = /^(\d{1,2})\.?\s*([a-z]{3,9})\.?,?\s*(\d{4}|\d{2})?$/.exec(typed);
  if (named) {
    const month = MONTHS.indexOf(named[2]?.slice(0, 3) ?? "") + 1;
    return dayFrom(named[3] ?? today.slice(0, 4), String(month), named[1]);
  }
  const plain = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2})?)?$/.exec(typed);
  return plain ? dayFrom(plain[3] ?? today.slice(0, 4), plain[2], plain[1]) : null;
}

function dayFrom(year = "", month = "", day = ""): string | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return startOfDay(text, "UTC") === null ? null : text;
}
