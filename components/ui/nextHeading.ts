import { useEffect, useRef } from "react";

let isAsked = false;

/** Asks the next page to move the focus to its heading, because the focused element disappears with this page. */
export function focusNextHeading(): void {
  isAsked = true;
}

/** For the heading (`tabIndex={-1}`) of a page that a button opens: takes the focus if the previous page asked for that. */
export function useNextHeading() {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    isAsked = false;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
