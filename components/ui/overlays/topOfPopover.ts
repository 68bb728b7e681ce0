const GAP = 4;
/** Between a popover and the edge of the window, in pixels. */
export const MARGIN = 8;

/**
 * Where a popover begins, in pixels from the top of the window: below its trigger, else above it, else wherever all of it is seen.
 * @param height of the popover; where it is higher than the window, its beginning is seen.
 */
export function topOfPopover(
  trigger: { top: number; bottom: number },
  height: number,
  windowHeight: number,
): number {
  const below = trigger.bottom + GAP;
  const above = trigger.top - GAP - height;
  const lowest = windowHeight - MARGIN - height;
  const wanted = below > lowest && above >= MARGIN ? above : below;
  return Math.max(MARGIN, Math.min(wanted, lowest));
}
