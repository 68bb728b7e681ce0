import { z } from "zod";

/** Two changes of clocks within two days have not been seen; a day is one of the calendar, `2030-01-31`. */
const daySchema = z.iso.date().refine((day) => day >= "2000-01-01" && day <= "2999-12-31", "Enter a day.");
export const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 09:00.");
/** 0 for Monday to 6 for Sunday. */
export const weekdaySchema = z.int().min(0).max(6);
const everySchema = z.int().min(1, "Enter 1 or more.").max(12, "Enter 12 or less.");

/** A named time zone. */
export const zoneSchema = z.string().min(1).max(64).refine(isZone, "Choose a time zone.");

/** Which weekday of a month: the first to the fourth, or the last. */
export const NTH = [1, 2, 3, 4, -1] as const;
export type Nth = (typeof NTH)[number];

/** On which days an order recurs. A month without the day has it on its last day. */
export const patternSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("once") }),
  z.strictObject({ kind: z.literal("daily"), every: everySchema }),
  z.strictObject({
    kind: z.literal("weekly"),
    every: everySchema,
    weekdays: z
      .array(weekdaySchema)
      .min(1, "Choose a day of the week.")
      .refine((days) => new Set(days).size === days.length, "Name each day once."),
  }),
  z.strictObject({ kind: z.literal("monthly-day"), every: everySchema, day: z.int().min(1).max(31) }),
  z.strictObject({
    kind: z.literal("monthly-weekday"),
    every: everySchema,
    nth: z.union(NTH.map((nth) => z.literal(nth))),
    weekday: weekdaySchema,
  }),
]);
export type Pattern = z.infer<typeof patternSchema>;

const endSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("never") }),
  /** The last day on which it may occur. */
  z.strictObject({ kind: z.literal("on"), day: daySchema }),
  /** After so many dates, counted from the start. */
  z.strictObject({ kind: z.literal("after"), count: z.int().min(1).max(1_000) }),
]);

/** When an order recurs: on the days of a pattern from `start` on, at a time of day in a named time zone. */
export const recurrenceSchema = z.strictObject({
  start: daySchema,
  time: timeSchema,
  zone: zoneSchema,
  pattern: patternSchema,
  end: endSchema,
});
export type Recurrence = z.infer<typeof recurrenceSchema>;

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
