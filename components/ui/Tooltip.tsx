"use client";

import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { placeBeside } from "./placeBeside.ts";

export type TooltipProps = {
  text: string;
  /** Spread what it is given over the control, so that the words belong to it. */
  children: (control: { "aria-describedby": string }) => ReactNode;
};

/** A few explaining words on hover and focus. Never the only place of something one must know. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);

  function show(trigger: Element) {
    const element = tip.current;
    if (!element || element.matches(":popover-open")) return;
    element.showPopover();
    placeBeside(trigger, element, "start");
  }
  function hide() {
    if (tip.current?.matches(":popover-open")) tip.current.hidePopover();
  }
  function hideOnEscape(event: KeyboardEvent) {
    if (event.key === "Escape") hide();
  }

  return (
    // It only hears what its child is told.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className="inline-flex"
      onMouseEnter={(event) => show(event.currentTarget)}
      onMouseLeave={hide}
      onFocus={(event) => show(event.currentTarget)}
      onBlur={hide}
      onKeyDown={hideOnEscape}
    >
      {children({ "aria-describedby": id })}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed m-0 max-w-64 rounded-sm border border-line bg-raised px-2 py-1 text-xs text-ink shadow-raised"
      >
        {text}
      </span>
    </span>
  );
}
