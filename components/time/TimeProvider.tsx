"use client";

import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { TIME_ZONE_COOKIE } from "./timeZone.ts";

type Times = {
  /** IANA name of the time zone in which times are written. */
  zone: string;
  /** When the server rendered the page: "now" until the browser has hydrated it. */
  paintedAt: number;
};

const TimesContext = createContext<Times>({ zone: "UTC", paintedAt: 0 });

/**
 * Server and browser must write the same times, or the page is painted twice: the zone comes with a cookie. Only the very
 * first page is written in UTC until the browser has set it.
 */
export function TimeProvider({ zone, paintedAt, children }: Times & { children: ReactNode }) {
  const current = useSyncExternalStore(neverChanges, browserZone, () => zone);
  useEffect(() => {
    document.cookie = `${TIME_ZONE_COOKIE}=${encodeURIComponent(current)}; path=/; max-age=31536000; samesite=lax`;
  }, [current]);
  const times = useMemo(() => ({ zone: current, paintedAt }), [current, paintedAt]);
  return <TimesContext value={times}>{children}</TimesContext>;
}

export function useTimes(): Times {
  return use(TimesContext);
}

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const neverChanges = () => () => {};
