import type { MouseEvent } from "react";

/** Closes the popover that contains the pressed element. The focus returns to the button that opened it. */
export function closePopover(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  target?.closest<HTMLElement>("[popover]")?.hidePopover();
}
