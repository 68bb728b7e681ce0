import type { ComponentProps, ReactNode, Ref } from "react";
import { cx } from "#components/ui/cx.ts";
import { SortButton } from "./Table.tsx";

/** A heading; with `onSort`, it sorts the rows by its column. */
export type StackHead = {
  text: string;
  numeric?: boolean;
  hidden?: boolean;
  className?: string;
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
};

/**
 * A table whose rows become stacked fields on a phone. Uses roles instead of table elements, because those lose their meaning
 * when they are laid out differently. `columns` is the grid from `md` on, as classes.
 */
export function StackTable({
  label,
  heads,
  columns,
  sticky = true,
  listRef,
  children,
  ...rest
}: ComponentProps<"div"> & {
  label: string;
  heads: readonly StackHead[];
  columns: string;
  /** The head stays visible while the page scrolls; not for use inside something that scrolls by itself. */
  sticky?: boolean;
  /** The element that holds the rows. */
  listRef?: Ref<HTMLDivElement>;
}) {
  return (
    <div {...rest} role="table" aria-label={label}>
      <div
        role="rowgroup"
        className={cx("max-md:sr-only", sticky && "md:sticky md:top-bars md:z-10 md:bg-canvas")}
      >
        <div
          role="row"
          className={cx(
            "grid h-9 items-center gap-x-3 border-b border-line text-xs font-medium text-ink-faint",
            columns,
          )}
        >
          {heads.map((head) => (
            <span
              key={head.text}
              role="columnheader"
              aria-sort={head.sort}
              className={cx(head.numeric && "text-end", head.className)}
            >
              {head.onSort === undefined ? (
                <span className={head.hidden ? "sr-only" : undefined}>{head.text}</span>
              ) : (
                // On a phone there are no headings to press, only those that are read out.
                <>
                  <span className="md:hidden">{head.text}</span>
                  <SortButton sort={head.sort} onSort={head.onSort} className="max-md:hidden">
                    {head.text}
                  </SortButton>
                </>
              )}
            </span>
          ))}
        </div>
      </div>
      <div ref={listRef} role="rowgroup">
        {children}
      </div>
    </div>
  );
}

export function StackRow({ columns, className, ...rest }: ComponentProps<"div"> & { columns: string }) {
  return (
    <div
      {...rest}
      role="row"
      className={cx(
        "relative grid gap-x-3 gap-y-1 border-b border-line py-2.5 md:min-h-11 md:items-center md:py-1",
        columns,
        className,
      )}
    />
  );
}

/** `label` names the value if there is no column heading above it. */
export function StackCell({
  label,
  numeric = false,
  className,
  children,
}: {
  label?: string;
  numeric?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role="cell"
      className={cx(
        "min-w-0",
        label && "max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4",
        numeric && "tabular-nums md:text-end",
        className,
      )}
    >
      {label ? (
        <span aria-hidden className="shrink-0 text-[0.8125rem] text-ink-faint md:hidden">
          {label}
        </span>
      ) : null}
      {children}
    </div>
  );
}

/** Content below the cells of a row, in its whole width. */
export function StackNote({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} role="cell" className={cx("col-span-full min-w-0", className)} />;
}
