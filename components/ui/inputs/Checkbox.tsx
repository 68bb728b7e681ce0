import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";

export type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /** Shown at the end of the row, such as a count. */
  trailing?: ReactNode;
};

/** The whole row can be pressed: at least 28 px high. */
export function Checkbox({ label, trailing, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        "flex min-h-7 cursor-pointer items-center gap-2 has-disabled:cursor-not-allowed",
        className,
      )}
    >
      <input {...rest} type="checkbox" className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 grow">{label}</span>
      {trailing === undefined ? null : <span className="tabular-nums text-ink-faint">{trailing}</span>}
    </label>
  );
}
