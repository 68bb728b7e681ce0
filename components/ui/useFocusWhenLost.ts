import { useEffect, useRef } from "react";

/**
 * For the container (`tabIndex={-1}`) of content that replaces the button that was pressed for it: takes the focus if that was
 * lost with the button, so that the next Tab moves into it.
 */
export function useFocusWhenLost<T extends HTMLElement>() {
  const container = useRef<T>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) container.current?.focus({ preventScroll: true });
  }, []);
  return container;
}
