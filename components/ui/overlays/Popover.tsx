"use client";

import { useId, useRef, useState, type ReactNode, type ToggleEvent } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "#components/ui/actions/buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";
import { keepBeside } from "./keepBeside.ts";

export type PopoverProps = {
  /** The content of the button. */
  trigger: ReactNode;
  /** The button's name, if its content is not text. */
  label?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Replaces the classes of the button. */
  triggerClassName?: string;
  align?: "start" | "end";
  haspopup?: "dialog" | "menu";
  /** Used within a sentence: the content consists of text and links only. */
  inline?: boolean;
  /** The content is large, and only rendered when it is about to be opened. */
  onDemand?: boolean;
  className?: string;
  /** Called with whether it is now open, and its element. */
  onToggle?: (open: boolean, popover: HTMLElement) => void;
  children: ReactNode;
};

/** Opens beside its button; Esc, a press elsewhere and the button itself close it. The browser implements all of that. */
export function Popover(props: PopoverProps) {
  const {
    trigger,
    label,
    variant,
    size,
    triggerClassName,
    align = "start",
    haspopup = "dialog",
    inline = false,
    onDemand = false,
    className,
    onToggle,
    children,
  } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const placing = useRef<ResizeObserver>(undefined);

  const [isMeant, setMeant] = useState(!onDemand);
  const mean = () => setMeant(true);
  const Box = inline ? "span" : "div";

  // Not in toggle, which a busy page may get after the popover was painted.
  function place(event: ToggleEvent<HTMLElement>) {
    const open = event.newState === "open";
    button.current?.setAttribute("aria-expanded", String(open));
    placing.current?.disconnect();
    if (open && button.current) placing.current = keepBeside(button.current, event.currentTarget, align);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup={haspopup}
        aria-expanded="false"
        onPointerEnter={mean}
        onPointerDown={mean}
        onFocus={mean}
        className={triggerClassName ?? buttonClasses(variant, size)}
      >
        {trigger}
      </button>
      <Box
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onToggle={(event) => onToggle?.(event.newState === "open", event.currentTarget)}
        className={cx(
          "pop-in fixed m-0 max-h-[70dvh] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-raised text-ink shadow-raised",
          className,
        )}
      >
        {isMeant ? children : null}
      </Box>
    </>
  );
}
