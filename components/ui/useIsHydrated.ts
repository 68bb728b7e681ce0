import { useSyncExternalStore } from "react";
import { neverChanges } from "#components/ui/neverChanges.ts";

/** Whether the page is interactive: false on the server and until the browser has hydrated it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
