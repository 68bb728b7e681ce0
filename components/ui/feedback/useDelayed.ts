import { useEffect, useState } from "react";

/** A shorter time would only cause flicker with every keystroke. */
const LASTING_MS = 200;

/** Whether `going` has been true for so many milliseconds without interruption. */
export function useDelayed(going: boolean, lastingMs = LASTING_MS): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!going) return;
    let hasLasted = false;
    const timer = setTimeout(() => {
      hasLasted = true;
      setLasting(true);
    }, lastingMs);
    return () => {
      clearTimeout(timer);
      // An update that changes nothing would hold up the next page (docs/decisions/0024-main-pages-stay-alive.md).
      if (hasLasted) setLasting(false);
    };
  }, [going, lastingMs]);
  return going && lasting;
}
