import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** Whether the page is interactive: false on the server and while the browser takes over what the server rendered. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
