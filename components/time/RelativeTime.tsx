"use client";

import { SECOND } from "#lib/time/instant.ts";
import { formatDistance, formatInstant } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";
import { useNow } from "./useNow.ts";

export type RelativeTimeProps = {
  at: string;
  className?: string;
  /** How often it is brought up to date. */
  everyMs?: number;
};

/** "in 3 min", "2 hr ago", kept current. Not announced: a screen reader would never be quiet. */
export function RelativeTime({ at, className, everyMs = SECOND }: RelativeTimeProps) {
  const { zone } = useTimes();
  const now = useNow(everyMs);
  const instant = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={formatInstant(instant, "exact", zone)}
      className={className}
      suppressHydrationWarning
    >
      {formatDistance(instant, now)}
    </time>
  );
}
