"use client";

import { formatDistance, formatInstant } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import type { Wording } from "./headline.ts";

/** Moments as this reader writes them, kept current by the second. */
export function useWording(): Wording {
  const { zone } = useTimes();
  const now = useNow(1_000);
  return {
    now,
    at(iso) {
      const instant = Date.parse(iso);
      const today = formatInstant(instant, "date", zone) === formatInstant(now, "date", zone);
      return formatInstant(instant, today ? "time" : "moment", zone);
    },
    // "in 3 min." carries a full stop of its own, which does not go into a sentence.
    distance: (iso) => formatDistance(Date.parse(iso), now).replace(/\.$/, ""),
  };
}
