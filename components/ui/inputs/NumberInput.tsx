"use client";

import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { CONTROL } from "./controlClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type NumberInputProps = Omit<ComponentProps<"input">, "type" | "inputMode" | "ref"> & {
  /** `decimal` for amounts as people write them, `numeric` for whole counts. */
  kind: "decimal" | "numeric";
  /** What is counted, shown behind the field, such as a currency. */
  unit?: string | null;
};

/**
 * A text field for numbers: native number fields swallow what they do not understand, and nothing typed may be lost. It selects
 * its number when it gets the focus, so that what is typed then replaces it.
 */
export function NumberInput({
  kind,
  unit = null,
  className,
  onFocus,
  onMouseDown,
  ...rest
}: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  // Focused in the server's page before this code ran: the event is gone, and the next key would be put beside the number.
  useLayoutEffect(() => {
    const element = input.current;
    if (element === document.activeElement && element?.value === element?.defaultValue) element?.select();
  }, []);
  const field = (
    <input
      ref={input}
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onFocus={(event) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
      onMouseDown={(event) => {
        onMouseDown?.(event);
        if (event.button !== 0 || document.activeElement === event.currentTarget) return;
        // The browser would put the caret where one has pressed, and the selection would be gone.
        event.preventDefault();
        event.currentTarget.focus();
      }}
      type="text"
      inputMode={kind}
      className={cx(CONTROL, "text-end tabular-nums", unit !== null && "pe-12", className)}
    />
  );
  if (unit === null) return field;
  return (
    <span className="relative block">
      {field}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center text-ink-faint"
      >
        {unit}
      </span>
    </span>
  );
}
