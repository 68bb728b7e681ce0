import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether the page is interactive: false on the server and until the browser has hydrated it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
