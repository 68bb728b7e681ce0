"use client";

import {
  createContext,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { neverChanges } from "#components/ui/neverChanges.ts";
import { keptCookie } from "#lib/keptCookie.ts";
import type { Weekday } from "#lib/time/weeks.ts";
import { TIME_ZONE_COOKIE } from "#lib/time/zoneCookie.ts";

type Times = {
  /** IANA name of the time zone in which times are written. */
  zone: string;
  /** The day on which weeks begin. */
  weekStart: Weekday;
  /** When the server rendered the page: "now" until the browser has hydrated it. */
  paintedAt: number;
};

const TimesContext = createContext<Times>({ zone: "UTC", weekStart: 0, paintedAt: 0 });

/**
 * Provides time zone and week start. Server and browser must write the same times, or the page would be painted twice, so the
 * browser's zone comes with a cookie if the member has not chosen one (`isChosen`). Only the very first page is written in UTC,
 * until the browser has set the cookie.
 */
export function TimeProvider({
  zone,
  isChosen,
  weekStart,
  paintedAt,
  children,
}: Times & { isChosen: boolean; children: ReactNode }) {
  // Deferred, so that hydration finishes first: an immediate change would render the page again, and typed text would be lost.
  const current = useDeferredValue(
    useSyncExternalStore(neverChanges, isChosen ? () => zone : browserZone, () => zone),
  );
  useEffect(() => {
    document.cookie = keptCookie(TIME_ZONE_COOKIE, encodeURIComponent(browserZone()));
  }, []);
  const times = useMemo(() => ({ zone: current, weekStart, paintedAt }), [current, weekStart, paintedAt]);
  return <TimesContext value={times}>{children}</TimesContext>;
}

export function useTimes(): Times {
  return use(TimesContext);
}

/** Only in the browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
