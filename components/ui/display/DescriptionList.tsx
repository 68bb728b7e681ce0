import type { ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";

/** Names and values in two columns, below each other on a phone. */
export function DescriptionList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl
      className={cx(
        "grid items-baseline gap-x-6 gap-y-1 sm:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)] sm:gap-y-2",
        className,
      )}
    >
      {children}
    </dl>
  );
}

export function Description({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint max-sm:not-first:mt-2">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
