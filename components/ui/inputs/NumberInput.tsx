import type { ComponentProps } from "react";
import { CONTROL } from "./controlLook.ts";
import { cx } from "#components/ui/cx.ts";

export type NumberInputProps = Omit<ComponentProps<"input">, "type" | "inputMode"> & {
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
  const field = (
    <input
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
