"use client";

import { MINUTE } from "#lib/time/instant.ts";
import { formatInstant, formatRecent } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";
import { useNow } from "./useNow.ts";

/** A moment that has just been, as people speak of it: "2 min ago", kept current, for a day. Its tooltip has it in full. */
export function RecentTime({ at, className }: { at: string; className?: string }) {
  const { zone } = useTimes();
  const instant = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={formatInstant(instant, "exact", zone)}
      className={className}
      suppressHydrationWarning
    >
      {formatRecent(instant, useNow(MINUTE), zone)}
    </time>
  );
}
