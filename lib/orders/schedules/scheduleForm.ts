import { NTH, recurrenceSchema, type Pattern, type Recurrence } from "#lib/contracts/orders/recurrence.ts";
import type { Ceiling } from "#lib/contracts/orders/schedules.ts";
import type { LineValues } from "./scheduleLineForm.ts";

/** A schedule as its form has it: everything that may be typed, also what the chosen pattern does not use. */
export type ScheduleValues = {
  name: string;
  kind: Pattern["kind"];
  every: string;
  /** Chosen days of the week; "0" is Monday. */
  weekdays: string[];
  day: string;
  nth: string;
  weekday: string;
  start: string;
  time: string;
  zone: string;
  end: "never" | "on" | "after";
  endDay: string;
  count: string;
  /** Of a new schedule, for all lines. */
  ceiling: Ceiling;
  /** Of one that is edited. */
  lines: LineValues[];
};

/** The form of a new schedule, or of one that is edited. `tomorrow`: the first day that is proposed. */
export function scheduleValues(
  known: { name: string; recurrence: Recurrence; lines: LineValues[] } | null,
  { tomorrow, zone, weekday }: { tomorrow: string; zone: string; weekday: number },
): ScheduleValues {
  const fresh: ScheduleValues = {
    name: "",
    kind: "weekly",
    every: "1",
    weekdays: [String(weekday)],
    day: String(Number(tomorrow.slice(8))),
    nth: "1",
    weekday: String(weekday),
    start: tomorrow,
    time: "09:00",
    zone,
    end: "never",
    endDay: "",
    count: "10",
    ceiling: "as-now",
    lines: [],
  };
  if (known === null) return fresh;
  const { pattern, end, ...when } = known.recurrence;
  return {
    ...fresh,
    ...when,
    name: known.name,
    lines: known.lines,
    kind: pattern.kind,
    ...("every" in pattern ? { every: String(pattern.every) } : {}),
    ...(pattern.kind === "weekly" ? { weekdays: pattern.weekdays.map(String) } : {}),
    ...(pattern.kind === "monthly-day" ? { day: String(pattern.day) } : {}),
    ...(pattern.kind === "monthly-weekday"
      ? { nth: String(pattern.nth), weekday: String(pattern.weekday) }
      : {}),
    end: end.kind,
    ...(end.kind === "on" ? { endDay: end.day } : {}),
    ...(end.kind === "after" ? { count: String(end.count) } : {}),
  };
}

/** The field of the form to which a part of a recurrence belongs. */
export type ScheduleField = keyof ScheduleValues;

/** What was typed as a recurrence, or a message for each field that is wrong. */
export function typedRecurrence(
  values: ScheduleValues,
): { recurrence: Recurrence } | { problems: Partial<Record<ScheduleField, string>> } {
  const { start, time, zone } = values;
  const parsed = recurrenceSchema.safeParse({
    start,
    time,
    zone,
    pattern: patternOf(values),
    end: endOf(values),
  });
  if (parsed.success) return { recurrence: parsed.data };
  const problems: Partial<Record<ScheduleField, string>> = {};
  for (const { path, message } of parsed.error.issues) problems[fieldOf(path, values)] ??= wordsOf(message);
  return { problems };
}

function patternOf({ kind, every, weekdays, day, nth, weekday }: ScheduleValues) {
  const interval = Number(every);
  switch (kind) {
    case "once":
      return { kind };
    case "daily":
      return { kind, every: interval };
    case "weekly":
      return { kind, every: interval, weekdays: weekdays.map(Number) };
    case "monthly-day":
      return { kind, every: interval, day: Number(day) };
    case "monthly-weekday":
      return {
        kind,
        every: interval,
        nth: NTH.find((each) => String(each) === nth),
        weekday: Number(weekday),
      };
  }
}

function endOf({ kind, end, endDay, count }: ScheduleValues) {
  if (kind === "once" || end === "never") return { kind: "never" };
  return end === "on" ? { kind: end, day: endDay } : { kind: end, count: Number(count) };
}

function fieldOf([part, detail]: readonly PropertyKey[], { end }: ScheduleValues): ScheduleField {
  if (part === "end") return end === "on" ? "endDay" : "count";
  if (part === "start" || part === "time" || part === "zone") return part;
  if (detail === "weekdays" || detail === "day" || detail === "nth" || detail === "weekday") return detail;
  return "every";
}

/** The schema's own messages are for programs, except for those that are sentences. */
function wordsOf(message: string): string {
  return message.endsWith(".") ? message : "Enter a whole number.";
}
