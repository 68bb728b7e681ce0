import { useEffect, useRef, type RefObject } from "react";

/**
 * Keeps the keyboard's place within a region: when the element that had the focus leaves the page, such as a button whose banner
 * was dismissed, the focus goes to `fallback` instead of the page's body.
 */
export function useFocusKept(region: RefObject<HTMLElement | null>, fallback: () => HTMLElement | null) {
  const last = useRef<Element | null>(null);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && region.current?.contains(target) ? target : null;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, [region]);

  // After each rendering, any of which may have removed what had the focus; a dialog that left has given it back by then.
  useEffect(() => {
    const lost = last.current;
    if (lost === null || lost.isConnected || document.activeElement !== document.body) return;
    if (!region.current?.isConnected) return;
    last.current = null;
    fallback()?.focus();
  });
}
