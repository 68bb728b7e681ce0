import type { ComponentProps } from "react";
import { CONTROL } from "./controlLook.ts";
import { cx } from "#components/ui/cx.ts";

export type NumberInputProps = Omit<ComponentProps<"input">, "type" | "inputMode"> & {
  /** `decimal` for amounts as people write them, `numeric` for whole counts. */
  kind: "decimal" | "numeric";
  /** What is counted, shown behind the field, such as a currency. */
  unit?: string | null;
};

/** A text field for numbers: native number fields swallow what they do not understand, and nothing typed may be lost. */
export function NumberInput({ kind, unit = null, className, ...rest }: NumberInputProps) {
  const field = (
    <input
      autoComplete="off"
      spellCheck={false}
      {...rest}
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
