import { useSyncExternalStore } from "react";
import { neverChanges } from "#components/ui/neverChanges.ts";

/** Whether buttons are shown at the foot of the page (`data-foot`). Only while `isWatched`, a change is noticed by itself. */
export function useFootTaken(isWatched: boolean): boolean {
  return useSyncExternalStore(isWatched ? watchPage : neverChanges, isFootTaken, () => false);
}

function isFootTaken(): boolean {
  // Main pages that were left stay in the document, hidden.
  return [...document.querySelectorAll("[data-foot]")].some((foot) => foot.checkVisibility());
}

function watchPage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  // Pages are hidden by a class, dialogs by `open`, and other elements by `hidden` or their style.
  const attributeFilter = ["class", "hidden", "open", "style"];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  return () => observer.disconnect();
}
