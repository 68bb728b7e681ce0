const GAP = 4;
/** The distance between a popover and the edge of the window, in pixels. */
export const MARGIN = 8;

/**
 * The top of a popover, in pixels from the top of the window: below its trigger, otherwise above it, otherwise wherever all of it
 * is visible.
 * @param height of the popover; if it is higher than the window, its beginning is visible.
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
