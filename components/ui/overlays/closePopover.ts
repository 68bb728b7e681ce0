import type { MouseEvent } from "react";

/** Closes the popover that holds what was pressed. The focus goes back to the button that opened it. */
export function closePopover(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  target?.closest<HTMLElement>("[popover]")?.hidePopover();
}
