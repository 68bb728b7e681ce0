import { useEffect, useState } from "react";

/** A shorter time would only cause flicker with every keystroke. */
const LASTING_MS = 200;

/** Whether `going` has been true for a while without interruption. */
export function useDelayed(going: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => setLasting(true), LASTING_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [going]);
  return going && lasting;
}
