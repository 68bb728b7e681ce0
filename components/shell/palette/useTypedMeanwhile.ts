import { useEffect, useRef, type RefObject } from "react";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

/**
 * Keeps what is typed after a dialog was asked for, until it is there and takes the keys itself: its script may still be loading.
 * Returns a function that reads it, after what is in `field`, which takes its own keys. `giveUp` is called for Escape.
 */
export function useTypedMeanwhile(
  isAsked: boolean,
  giveUp: () => void,
  field: RefObject<HTMLInputElement | null>,
): () => string {
  const typed = useRef<string[]>([]);
  useEffect(() => {
    typed.current = [];
    if (!isAsked) return undefined;
    const keep = (event: KeyboardEvent) => {
      const { key } = event;
      if (isDialogOpen() || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target === field.current && key !== "Escape") return;
      if (key === "Escape") giveUp();
      else if (key === "Backspace") typed.current.pop();
      // Other keys have names, such as `Shift`.
      else if (key.length === 1) typed.current.push(key);
      // Enter would press what still has the focus, and is not meant for it.
      else if (key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", keep, true);
    return () => document.removeEventListener("keydown", keep, true);
  }, [isAsked, giveUp, field]);
  return () => (field.current?.value ?? "") + typed.current.join("");
}
