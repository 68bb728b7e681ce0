import { useEffect, useRef } from "react";

/**
 * For the container (`tabIndex={-1}`) of what appears in the place of the button that was pressed for it: has the focus when that was lost
 * with the button, so that the next Tab goes into it.
 */
export function useFocusWhenLost<T extends HTMLElement>() {
  const container = useRef<T>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) container.current?.focus({ preventScroll: true });
  }, []);
  return container;
}
