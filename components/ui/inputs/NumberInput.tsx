"use client";

import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { CONTROL } from "./controlClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type NumberInputProps = Omit<ComponentProps<"input">, "type" | "inputMode" | "ref"> & {
  /** `decimal` for amounts as people write them, `numeric` for whole counts. */
  kind: "decimal" | "numeric";
  /** What is counted, shown after the field, such as a currency. */
  unit?: string | null;
};

/**
 * A text field for numbers, because native number fields drop what they do not understand, and typed text must not be lost. It
 * selects its number when it gets the focus, so that typing replaces it.
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
  // The field may have been focused in the server's page before this code ran: the event is gone, and the next key would be added
  // to the number.
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
        // The browser would move the caret to where the pointer was pressed, and the selection would be lost.
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
