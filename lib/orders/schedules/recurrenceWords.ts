import type { Nth, Pattern, Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { formatCount } from "#lib/text/counts.ts";
import { dayInWords } from "#lib/time/dayInWords.ts";

/** From Monday. */
export const WEEKDAY_NAMES = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export const NTH_WORDS: Record<Nth, string> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  [-1]: "last",
};

/** "Every 2 weeks on Monday and Thursday at 09:00 (Europe/Berlin), until 31 Dec 2027". */
export function recurrenceInWords({ start, time, zone, pattern, end }: Recurrence): string {
  const when = `${patternInWords(pattern, start)} at ${time} (${zone})`;
  if (pattern.kind === "once") return when;
  switch (end.kind) {
    case "never":
      return when;
    case "on":
      return `${when}, until ${dayInWords(end.day)}`;
    case "after":
      return `${when}, ${end.count === 1 ? "once" : `${formatCount(end.count)} times`}`;
  }
}

function patternInWords(pattern: Pattern, start: string): string {
  switch (pattern.kind) {
    case "once":
      return `Once on ${dayInWords(start)}`;
    case "daily":
      return everyInWords(pattern.every, "day");
    case "weekly": {
      const days = pattern.weekdays
        .toSorted((one, other) => one - other)
        .map((day) => WEEKDAY_NAMES[day] ?? "");
      return `${everyInWords(pattern.every, "week")} on ${listed(days)}`;
    }
    case "monthly-day":
      return `${everyInWords(pattern.every, "month")} on day ${pattern.day}${pattern.day > 28 ? ", or the month's last" : ""}`;
    case "monthly-weekday":
      return `${everyInWords(pattern.every, "month")} on the ${NTH_WORDS[pattern.nth]} ${WEEKDAY_NAMES[pattern.weekday] ?? ""}`;
  }
}

function everyInWords(every: number, unit: string): string {
  return every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
