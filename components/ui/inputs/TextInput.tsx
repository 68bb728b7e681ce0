import type { ComponentProps } from "react";
import { CONTROL } from "./controlClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type TextInputProps = ComponentProps<"input"> & {
  /** For codes and references: monospaced, and not corrected or capitalised by the keyboard. */
  code?: boolean;
};

export function TextInput({ code = false, className, ...rest }: TextInputProps) {
  const plain = code
    ? ({ autoCapitalize: "none", autoCorrect: "off", autoComplete: "off", spellCheck: false } as const)
    : {};
  return (
    <input
      type="text"
      {...plain}
      {...rest}
      className={cx(CONTROL, code && "font-mono text-[0.8125rem]", className)}
    />
  );
}
