"use client";

import { DAY } from "#lib/time/instant.ts";
import { formatCountdown, formatDistance, formatNearby } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import type { Wording } from "./headline.ts";

/** Formats times in this reader's time zone, updated every second. */
export function useWording(): Wording {
  const { zone } = useTimes();
  const now = useNow(1_000);
  return {
    now,
    at: (iso) => formatNearby(Date.parse(iso), now, zone),
    distance: (iso) => formatDistance(Date.parse(iso), now),
    countdown: (iso) => {
      const left = Date.parse(iso) - now;
      return left < DAY ? `in ${formatCountdown(left)}` : formatDistance(Date.parse(iso), now);
    },
  };
}
