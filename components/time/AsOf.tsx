"use client";

import { cx } from "#components/ui/cx.ts";
import { formatInstant } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";

/** "as of 12:04", with the day where it was another one: stands beside everything that was read earlier. */
export function AsOf({ at, className }: { at: string | null; className?: string }) {
  const { zone, paintedAt } = useTimes();
  if (at === null) return null;
  const instant = Date.parse(at);
  const sameDay = formatInstant(instant, "date", zone) === formatInstant(paintedAt, "date", zone);
  return (
    <span className={cx("whitespace-nowrap text-ink-faint", className)}>
      as of{" "}
      <time dateTime={at} title={formatInstant(instant, "exact", zone)} suppressHydrationWarning>
        {formatInstant(instant, sameDay ? "time" : "moment", zone)}
      </time>
    </span>
  );
}
