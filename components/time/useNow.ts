"use client";

import { useCallback, useSyncExternalStore } from "react";
import { useTimes } from "./TimeProvider.tsx";

/**
 * The present, moving on each `everyMs`. While the server's page is being taken over it is the moment of that page,
 * so that both write the same.
 */
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
