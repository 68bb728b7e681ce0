"use client";

import { MINUTE } from "#lib/time/instant.ts";
import { formatDistance, formatInstant } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";

/** "Ordered 2 days ago", by somebody of the team. */
export function OrderedBadge({ at }: { at: string }) {
  const { zone } = useTimes();
  const now = useNow(MINUTE);
  const instant = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={`Ordered on ${formatInstant(instant, "moment", zone)}`}
      suppressHydrationWarning
      className="max-w-full truncate text-xs leading-3.5 text-ink-faint"
    >
      {now - instant < MINUTE ? "Ordered just now" : `Ordered ${formatDistance(instant, now)}`}
    </time>
  );
}
