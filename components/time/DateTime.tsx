"use client";

import { formatInstant, formatNearby, type TimeStyle } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";

export type DateTimeProps = {
  /** ISO 8601, as in answers. */
  at: string;
  /** `nearby`: the time if it is today, otherwise the day. */
  show?: TimeStyle | "nearby";
  className?: string;
};

/** A moment in the reader's own time zone; its tooltip has it in full, with the zone. */
export function DateTime({ at, show = "moment", className }: DateTimeProps) {
  const { zone, paintedAt } = useTimes();
  const instant = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={formatInstant(instant, "exact", zone)}
      className={className}
      suppressHydrationWarning
    >
      {show === "nearby" ? formatNearby(instant, paintedAt, zone, "day") : formatInstant(instant, show, zone)}
    </time>
  );
}
