"use client";

import { useEffect, useState, type PointerEvent } from "react";

/**
 * What is shown stays as it is while a pointer is pressed on it: in a list that changed between press and release, nothing would have
 * been pressed, or the product that came to this place.
 */
export function useStillWhilePressed<Shown>(current: Shown) {
  const [pressed, setPressed] = useState<{ shown: Shown } | null>(null);
  useEffect(() => {
    if (pressed === null) return undefined;
    const over = new AbortController();
    const { signal } = over;
    // The click that becomes of it comes first.
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
