import { useEffect, useRef, type RefObject } from "react";

/**
 * Moves the focus to the heading of a page that a link has led to, if the focused element was left behind on the page before: the
 * next Tab would begin somewhere else. An element that something has focused since keeps the focus, such as a field of the page or
 * a dialog, and so does a link outside of the pages. `page`: another value for each page. Does not scroll.
 */
export function useFocusOnPage(shown: RefObject<HTMLElement | null>, page: number): void {
  const before = useRef(page);
  // After the effects of the page itself, which may have taken the focus.
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const focused = document.activeElement;
    // An element on a hidden page stays focused until the browser draws the next frame.
    const isLost = focused === null || focused === document.body || !focused.checkVisibility();
    if (isLost) shown.current?.querySelector("h1")?.focus({ preventScroll: true });
  }, [shown, page]);
}
