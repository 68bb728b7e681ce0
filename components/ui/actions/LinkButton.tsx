import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "./buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type LinkButtonProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize };

/** Goes somewhere and looks like a button. Prefetches only when asked to: a row of them must not storm. */
export function LinkButton({ variant, size, className, prefetch = false, ...rest }: LinkButtonProps) {
  return (
    <Link
      prefetch={prefetch}
      {...rest}
      className={cx(buttonClasses(variant, size), "no-underline", className)}
    />
  );
}
