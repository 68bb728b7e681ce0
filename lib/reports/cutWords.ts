import type { Cuts } from "#lib/contracts/reports/reports.ts";
import { WEEKDAY_NAMES } from "#lib/orders/schedules/recurrenceWords.ts";

/** `Every week on Monday at 09:00 (Europe/Berlin)`. */
export function cutsInWords({ every, time, zone }: Cuts): string {
  const when =
    every.kind === "week"
      ? `Every week on ${WEEKDAY_NAMES[every.weekday] ?? ""}`
      : `Every month on day ${every.day}`;
  return `${when} at ${time} (${zone})`;
}
