import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide";
import { Icon } from "./Icon.tsx";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";

export type TableProps = ComponentProps<"table"> & {
  /** What the table lists, for people who cannot see where it is. */
  label: string;
};

/** Scrolls sideways by itself on narrow screens. From `md` on, the page scrolls and the head sticks below the bars. */
export function Table({ label, className, children, ...rest }: TableProps) {
  return (
    // Not a landmark, because a page has many. Scrollable content has to be reachable by keyboard (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={label} tabIndex={0} className="relative max-md:overflow-x-auto">
      <table
        {...rest}
        aria-label={label}
        className={cx("w-full border-separate border-spacing-0 text-start", className)}
      >
        {children}
      </table>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  );
}

const CELL = "h-11 border-b border-line px-3 py-1.5 align-middle";
const EDGE = "first:ps-0 last:pe-0";

export type HeadCellProps = ComponentProps<"th"> & {
  numeric?: boolean;
  /** The table scrolls in a box of its own: the head sticks to its top, not below the bars of the page. */
  inBox?: boolean;
  /** How the rows are sorted by this column; without `onSort`, the sort cannot be changed. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
};

export function HeadCell({
  numeric = false,
  inBox = false,
  sort,
  onSort,
  className,
  children,
  ...rest
}: HeadCellProps) {
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={sort}
      className={cx(
        "h-9 border-b border-line bg-canvas px-3 text-xs font-medium whitespace-nowrap text-ink-faint md:sticky md:z-10",
        inBox ? "top-0" : "md:top-bars",
        EDGE,
        numeric ? "text-end" : "text-start",
        className,
      )}
    >
      {onSort ? (
        <SortButton sort={sort} onSort={onSort}>
          {children}
        </SortButton>
      ) : (
        children
      )}
    </th>
  );
}

/** The heading of a column by which rows can be sorted, with how they are. */
export function SortButton({
  sort,
  onSort,
  className,
  children,
}: Pick<HeadCellProps, "sort" | "className" | "children"> & { onSort: () => void }) {
  const shape = sort === "ascending" ? ArrowUp : sort === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={cx("inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink", className)}
    >
      {children}
      <Icon shape={shape} className="size-3" />
    </button>
  );
}

export type RowProps = ComponentProps<"tr"> & {
  /** The row can be opened, and is highlighted under the pointer. The link itself belongs in a cell. */
  interactive?: boolean;
};

export function Row({ interactive = false, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      className={cx(interactive && "relative hover:bg-surface focus-within:bg-surface", className)}
    />
  );
}

export type CellProps = ComponentProps<"td"> & {
  /** For amounts, counts and dates, which are compared vertically. */
  numeric?: boolean;
};

export function Cell({ numeric = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={cx(CELL, EDGE, numeric && "text-end tabular-nums whitespace-nowrap", className)}
    />
  );
}
