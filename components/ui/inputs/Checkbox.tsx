import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";

export type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  /** The label is foreign text: it may have any length and direction, and is shown on at most two lines. */
  isForeign?: boolean;
  /** Shown at the end of the row, such as a count. */
  trailing?: ReactNode;
};

/** The whole row can be pressed: at least 28 px high. The box stands beside the first line of its label. */
export function Checkbox({ label, isForeign = false, trailing, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        "flex min-h-7 cursor-pointer items-start gap-2 py-1 has-disabled:cursor-not-allowed",
        className,
      )}
    >
      <input {...rest} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
      {isForeign ? (
        <bdi translate="no" className="line-clamp-2 min-w-0 grow wrap-anywhere">
          {label}
        </bdi>
      ) : (
        <span className="min-w-0 grow">{label}</span>
      )}
      {trailing === undefined ? null : <span className="tabular-nums text-ink-faint">{trailing}</span>}
    </label>
  );
}
