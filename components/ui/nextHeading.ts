import { useEffect, useRef } from "react";

let isAsked = false;

/** Asks the page that is opened next to take the focus to its heading: what had it here leaves with this page. */
export function focusNextHeading(): void {
  isAsked = true;
}

/** For the heading (`tabIndex={-1}`) of a page that is opened by a button: has the focus if the page before asked for that. */
export function useNextHeading() {
  const heading = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    isAsked = false;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
