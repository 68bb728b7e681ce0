import { cx } from "#components/ui/cx.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium";

const VARIANT: Record<ButtonVariant, string> = {
  primary: "bg-accent text-accent-on border-transparent hover:bg-accent-hover",
  secondary: "bg-raised text-ink border-line-strong/60 hover:bg-hover",
  quiet: "bg-transparent text-ink-soft border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-danger text-danger-on border-transparent hover:bg-danger-hover",
};

const SIZE: Record<ButtonSize, string> = {
  small: "min-h-7 px-2 text-[0.8125rem]",
  medium: "min-h-9 px-3",
};
const SQUARE: Record<ButtonSize, string> = { small: "size-7", medium: "size-9" };

const BASE =
  "print-hidden inline-flex max-w-full shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium select-none " +
  "transition-colors disabled:opacity-55 aria-disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed";

/** The classes of everything that looks like a button, including links. */
export function buttonClasses(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  shape: "text" | "square" = "text",
): string {
  return cx(BASE, VARIANT[variant], shape === "text" ? SIZE[size] : SQUARE[size]);
}
