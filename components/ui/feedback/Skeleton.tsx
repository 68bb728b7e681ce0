import { cx } from "#components/ui/cx.ts";

/** Reserves the space of something that is still loading, without animation. Its size is set by classes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden data-skeleton className={cx("block rounded-sm bg-hover", className)} />;
}

const WIDTHS = ["w-3/5", "w-2/5", "w-4/5", "w-1/2"] as const;

/** Rows of the final height; `label` says what is loading. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // The rows are identical and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-3">
          <Skeleton className={cx("h-3.5", WIDTHS[row % WIDTHS.length])} />
          <Skeleton className="ms-auto h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
