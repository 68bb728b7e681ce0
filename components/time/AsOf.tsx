"use client";

import { cx } from "#components/ui/cx.ts";
import { formatInstant, formatNearby } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";

/** "as of 12:04", with the date if it is not today: shown beside everything that was read earlier. */
export function AsOf({ at, className }: { at: string | null; className?: string }) {
  const { zone, paintedAt } = useTimes();
  if (at === null) return null;
  const instant = Date.parse(at);
  return (
    <span className={cx("whitespace-nowrap text-ink-faint", className)}>
      as of{" "}
      <time dateTime={at} title={formatInstant(instant, "exact", zone)} suppressHydrationWarning>
        {formatNearby(instant, paintedAt, zone)}
      </time>
    </span>
  );
}
