"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import { isComposing } from "#components/ui/inputs/isComposing.ts";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";

/** Marks the button that goes on with the order: to the review, or to what has to be done before. */
export const CONTINUES = { "data-continues": "" } as const;

/** Ctrl Enter or ⌘ Enter presses the button of the page that goes on with the order. */
export function useReviewKey(page: RefObject<HTMLElement | null>): void {
  useContinueKey(() => {
    if (!isDialogOpen()) page.current?.querySelector<HTMLElement>("[data-continues]")?.click();
  });
}

/** It leads to this button, and presses it once that has the focus: nothing is placed by one press too many. */
export function usePlaceKey(button: RefObject<HTMLButtonElement | null>): void {
  useContinueKey(() => {
    if (document.activeElement === button.current) button.current?.click();
    else button.current?.focus();
  });
}

/** Calls `go` once for a key that is held down. */
function useContinueKey(go: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
    if (key !== "Enter" || !(ctrlKey || metaKey) || shiftKey || altKey || repeat || isComposing(event))
      return;
    event.preventDefault();
    go();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
