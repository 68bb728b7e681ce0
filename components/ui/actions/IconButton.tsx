import type { ComponentProps } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "./buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** What it does, for people who cannot see the icon, and as its tooltip. */
  label: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
};

export function IconButton({
  label,
  variant = "quiet",
  size,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(buttonClasses(variant, size, "square"), className)}
    >
      {children}
    </button>
  );
}
