import { MARGIN, topOfPopover } from "./topOfPopover.ts";

/**
 * Positions a popover beside its trigger and inside the window before it is next painted, and again whenever its size changes: much
 * of its content may arrive after it was opened. Until the observer that is returned is disconnected. Through the CSSOM, because
 * style attributes are not allowed in the document (docs/decisions/0009-content-security-policy.md).
 */
export function keepBeside(trigger: Element, popover: HTMLElement, align: "start" | "end"): ResizeObserver {
  // It also reports the size that the popover has when observing begins, or once it is open.
  const observer = new ResizeObserver(() => {
    const at = trigger.getBoundingClientRect();
    const box = popover.getBoundingClientRect();
    const fromLeft = (align === "start") === (getComputedStyle(popover).direction !== "rtl");
    const left = fromLeft ? at.left : at.right - box.width;
    popover.style.left = `${Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - box.width - MARGIN))}px`;
    popover.style.top = `${topOfPopover(at, box.height, innerHeight)}px`;
  });
  observer.observe(popover);
  return observer;
}
