"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useTimes } from "./TimeProvider.tsx";

/** The current time, updated every `everyMs`. During hydration it is the time of the server's page, so that both write the same. */
export function useNow(everyMs: number): number {
  const { paintedAt } = useTimes();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const timer = setInterval(onChange, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / everyMs) * everyMs,
    () => Math.floor(paintedAt / everyMs) * everyMs,
  );
}
