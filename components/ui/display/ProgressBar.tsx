import type { ComponentProps } from "react";
import { cx } from "#components/ui/cx.ts";

export type ProgressBarProps = Omit<ComponentProps<"progress">, "aria-label"> & {
  /** What is counted, for people who cannot see the bar. */
  label: string;
};

/** Shows how much is done, in the accent colour in every browser. */
export function ProgressBar({ label, className, ...rest }: ProgressBarProps) {
  return (
    <progress
      {...rest}
      aria-label={label}
      className={cx(
        "block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line-strong [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-strong [&::-webkit-progress-value]:bg-accent",
        className,
      )}
    />
  );
}
