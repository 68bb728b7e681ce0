"use client";

import { useEffect, useState, type PointerEvent } from "react";

/**
 * Freezes what is shown while a pointer is pressed on it: if the list or the filters changed between press and release, nothing would
 * be pressed, or another product or filter.
 */
export function useStillWhilePressed<Shown>(current: Shown) {
  const [pressed, setPressed] = useState<{ shown: Shown } | null>(null);
  useEffect(() => {
    if (pressed === null) return undefined;
    const over = new AbortController();
    const { signal } = over;
    // After the click that the release causes.
    const release = () => setTimeout(() => setPressed(null));
    for (const type of ["pointerup", "pointercancel", "blur"])
      window.addEventListener(type, release, { signal });
    return () => over.abort();
  }, [pressed]);
  return {
    still: pressed === null ? current : pressed.shown,
    onPointerDown: ({ button }: PointerEvent) => {
      if (button === 0) setPressed({ shown: current });
    },
  };
}
