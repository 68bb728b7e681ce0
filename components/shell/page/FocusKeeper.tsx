"use client";

import { useEffect } from "react";

const PRESSABLE = "a[href], button:enabled, summary";

/**
 * When the focused element leaves the page, such as with a dismissed row, moves the focus to what stands beside it. Otherwise the
 * keyboard and screen readers would begin at the top again. Whatever else takes the focus meanwhile keeps it. A key that is still
 * held presses nothing there: it would dismiss one row after the other.
 */
export function FocusKeeper() {
  useEffect(() => {
    const page = document.getElementById("page");
    let last: Element | null = null;
    /** What stands after it and what before it, in turn, the closest first. */
    let beside: (Element | null)[] = [];
    let moved: Element | undefined;
    function remember({ target }: FocusEvent) {
      last = target instanceof Element ? target : null;
      beside = [];
      // Pages that are kept beside this one do not count.
      for (let at = last; at && at.parentElement !== page; at = at.parentElement)
        beside.push(at.nextElementSibling, at.previousElementSibling);
    }
    function moveIfLost() {
      if (document.activeElement !== document.body) return;
      const found = beside.map((each, index) => pressableIn(each).at(-(index % 2)));
      const next = found.find(Boolean);
      next?.focus({ preventScroll: true });
      moved = next;
    }
    function keepHeldKey(event: KeyboardEvent) {
      if (event.repeat && event.key === "Enter" && event.target === moved) event.preventDefault();
    }
    const observer = new MutationObserver(() => {
      if (last?.isConnected !== false) return;
      last = null;
      // After the effects of the rendering, which may take the focus.
      requestAnimationFrame(() => setTimeout(moveIfLost));
    });
    if (page === null) return undefined;
    observer.observe(page, { childList: true, subtree: true });
    page.addEventListener("focusin", remember);
    page.addEventListener("keydown", keepHeldKey);
    // The listeners leave with the page, which is part of the same frame.
    return () => observer.disconnect();
  }, []);
  return null;
}

/** What can be pressed in an element, or the element itself. */
function pressableIn(element: Element | null): HTMLElement[] {
  const around = element?.parentElement?.querySelectorAll<HTMLElement>(PRESSABLE) ?? [];
  return [...around].filter((each) => element?.contains(each) === true && each.checkVisibility());
}
