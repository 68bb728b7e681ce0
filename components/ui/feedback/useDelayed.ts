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
      // React keeps an update that changes nothing, and renders again for it between the next page's commit and its paint.
      if (hasLasted) setLasting(false);
    };
  }, [going, lastingMs]);
  return going && lasting;
}
