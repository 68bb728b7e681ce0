import { useLayoutEffect, useRef } from "react";

/** Of what is beside the chosen one, so much stays in sight: there is more to scroll to. */
const BESIDE_PX = 32;

/**
 * For a strip of links or buttons that scrolls sideways where the screen is narrow: brings the chosen one (`aria-current`) into sight
 * whenever `key` is another. It holds what is chosen, and what else decides how wide the strip's parts are. The page does not scroll.
 */
export function useChosenInSight<T extends HTMLElement>(key: string) {
  const strip = useRef<T>(null);
  const shown = useRef("");
  useLayoutEffect(() => {
    const outer = strip.current;
    const chosen = outer?.querySelector("[aria-current]") ?? null;
    if (outer === null || chosen === null || shown.current === key) return;
    shown.current = key;
    const [frame, box] = [outer.getBoundingClientRect(), chosen.getBoundingClientRect()];
    const before = box.left - BESIDE_PX - frame.left;
    const after = box.right + BESIDE_PX - frame.right;
    if (before < 0) outer.scrollLeft += before;
    else if (after > 0) outer.scrollLeft += after;
  }, [key]);
  return strip;
}
