import Link from "next/link";
import type { ComponentProps } from "react";
import { cx } from "#components/ui/cx.ts";

export type TextLinkProps = ComponentProps<typeof Link> & {
  /** Makes the whole row or card that is `relative` part of the link. */
  stretched?: boolean;
};

/** A link within text or a table. */
export function TextLink({ className, prefetch = false, stretched = false, ...rest }: TextLinkProps) {
  return (
    <Link
      prefetch={prefetch}
      {...rest}
      className={cx(
        "font-medium text-accent-text underline-offset-2 hover:underline",
        stretched && "after:absolute after:inset-0",
        className,
      )}
    />
  );
}
