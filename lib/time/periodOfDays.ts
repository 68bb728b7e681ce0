import { toIso, type Instant } from "./instant.ts";
import { endOfDay, startOfDay } from "./zonedDay.ts";

/** The instants of chosen days in a time zone: from the beginning of the first to the end of the last. Invalid ones are left out. */
export function periodOfDays(
  { from, to }: { from: string; to: string },
  zone: string,
): { from: string | undefined; to: string | undefined } {
  return { from: isoOf(startOfDay(from, zone)), to: isoOf(endOfDay(to, zone)) };
}

function isoOf(at: Instant | null): string | undefined {
  return at === null ? undefined : toIso(at);
}
