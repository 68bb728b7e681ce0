import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "./buttonClasses.ts";
import { cx } from "#components/ui/cx.ts";

export type LinkButtonProps = ComponentProps<typeof Link> & { variant?: ButtonVariant; size?: ButtonSize };

/** A link that looks like a button. Prefetches only if asked to, because a row of them would send many requests. */
export function LinkButton({ variant, size, className, prefetch = false, ...rest }: LinkButtonProps) {
  return (
    <Link
      prefetch={prefetch}
      {...rest}
      className={cx(buttonClasses(variant, size), "no-underline", className)}
    />
  );
}
