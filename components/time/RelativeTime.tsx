"use client";

import { SECOND } from "#lib/time/instant.ts";
import { cx } from "#components/ui/cx.ts";
import { formatDistance, formatInstant } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";
import { useNow } from "./useNow.ts";

/** "in 3 min", "2 hr ago", kept current. Not announced, because a screen reader would never be quiet. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const { zone } = useTimes();
  const now = useNow(SECOND);
  const instant = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={formatInstant(instant, "exact", zone)}
      // Digits of one width: nothing moves while it counts.
      className={cx("tabular-nums", className)}
      suppressHydrationWarning
    >
      {formatDistance(instant, now)}
    </time>
  );
}
