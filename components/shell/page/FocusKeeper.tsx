"use client";

import { useEffect } from "react";

const PRESSABLE = "a[href], button:enabled, summary";
/** Outside of lists of which only the rows near the window are in the page. */
const FOCUSED = ":focus:not([aria-rowcount] *)";

/**
 * When the focused element leaves the page, such as with a dismissed row, moves the focus to what stands beside it. Otherwise the
 * keyboard and screen readers would begin at the top again. Whatever else takes the focus meanwhile keeps it. A row that was only
 * scrolled away leaves it to nobody: what is still beside it are the buttons above its list. A key that is still held presses
 * nothing there: it would dismiss one row after the other.
 */
export function FocusKeeper() {
  useEffect(() => {
    const page = document.getElementById("page");
    if (page === null) return undefined;
    let last: Element | null = null;
    /** What stands after it and what before it, in turn, the closest first. */
    let beside: (Element | null)[] = [];
    let moved: Element | null = null;
    const remember = () => {
      last = page.querySelector(FOCUSED);
      beside = [];
      // Pages that are kept beside this one do not count.
      for (let at = last; at && at.parentElement !== page; at = at.parentElement)
        beside.push(at.nextElementSibling, at.previousElementSibling);
    };
    const moveIfLost = () => {
      if (document.activeElement !== document.body) return;
      const all = [...page.querySelectorAll<HTMLElement>(PRESSABLE)];
      for (const element of beside) {
        const found = all.find((each) => element?.contains(each) && each.checkVisibility());
        if (!found) continue;
        moved = found;
        return found.focus({ preventScroll: true });
      }
    };
    const keepHeldKey = (event: KeyboardEvent) => {
      if (event.repeat && event.key === "Enter" && event.target === moved) event.preventDefault();
    };
    const observer = new MutationObserver(() => {
      if (last?.isConnected !== false) return;
      last = null;
      // After the effects of the rendering, which may take the focus.
      requestAnimationFrame(() => setTimeout(moveIfLost));
    });
    observer.observe(page, { childList: true, subtree: true });
    page.addEventListener("focusin", remember);
    page.addEventListener("keydown", keepHeldKey);
    // The listeners leave with the page, which is part of the same frame.
    return () => observer.disconnect();
  }, []);
  return null;
}
