import { z } from "zod";

const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether an instant in milliseconds is in a year from 1 to 9999 in UTC, which the database can store: it has no year 0. */
export function isStorable(at: number): boolean {
  return at >= FIRST && at <= LAST;
}

/** An instant as ISO 8601 text with its offset, in a year that can be stored. */
export const instantTextSchema = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: "Write a date and time with its offset, such as 2026-01-31T08:00:00Z.",
  })
  .refine((text) => isStorable(Date.parse(text)), { message: "Use a year between 0001 and 9999." });
