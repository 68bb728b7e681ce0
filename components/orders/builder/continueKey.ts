import { isComposing } from "#components/ui/inputs/isComposing.ts";

/** Marks the button that goes on with the order: to the review, or to what has to be done before. */
export const CONTINUES = { "data-continues": "" } as const;

/** Whether a press is Ctrl Enter or ⌘ Enter, by which an order is reviewed and placed; a key that is held down is pressed once. */
export function isContinueKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  return key === "Enter" && (ctrlKey || metaKey) && !shiftKey && !altKey && !repeat && !isComposing(event);
}
