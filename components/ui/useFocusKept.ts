import { useEffect, useRef, type RefObject } from "react";

/**
 * Keeps the keyboard's place within a region: when the focused element leaves the page, for example with a dismissed banner, the
 * focus moves to `fallback` instead of the page's body.
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

  // After each rendering, any of which may have removed the focused element; a dialog that closed has returned the focus by then.
  useEffect(() => {
    const lost = last.current;
    if (lost === null || lost.isConnected || document.activeElement !== document.body) return;
    if (!region.current?.isConnected) return;
    last.current = null;
    fallback()?.focus();
  });
}
