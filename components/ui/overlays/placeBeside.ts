const GAP = 4;
const MARGIN = 8;

/**
 * Puts a popover below its trigger, or above where there is no room, and keeps it on the screen. Set through
 * the CSSOM: style attributes are not allowed in the document (docs/decisions/0009-content-security-policy.md).
 */
export function placeBeside(trigger: Element, popover: HTMLElement, align: "start" | "end"): void {
  const at = trigger.getBoundingClientRect();
  const box = popover.getBoundingClientRect();
  const fromLeft = (align === "start") === (getComputedStyle(popover).direction !== "rtl");
  const left = fromLeft ? at.left : at.right - box.width;
  const below = at.bottom + GAP;
  const above = at.top - GAP - box.height;
  const top = below + box.height > innerHeight - MARGIN && above >= MARGIN ? above : below;
  popover.style.left = `${Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - box.width - MARGIN))}px`;
  popover.style.top = `${top}px`;
}
