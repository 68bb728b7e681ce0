"use client";

import { useEffect } from "react";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

/** Marks the button that goes on with the order: to the review, or to what has to be done before. */
export const CONTINUES = { "data-continues": "" } as const;

/** Calls `go` for Ctrl Enter and ⌘ Enter, by which an order is reviewed and placed; once for a key that is held down. */
export function useContinueKey(go: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isContinueKey(event)) return;
      event.preventDefault();
      go();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [go]);
}

function isContinueKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  return key === "Enter" && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat && !isComposing(event);
}
