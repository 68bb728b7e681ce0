import type { ReactNode } from "react";

export type BesideFiltersProps = { filters: ReactNode; children: ReactNode };

/** A list with its filters beside it, where there is room; elsewhere they are in a sheet (FilterSheet.tsx). */
export function BesideFilters({ filters, children }: BesideFiltersProps) {
  return (
    <div className="gap-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <aside aria-label="Filters" className="max-lg:hidden">
        <div className="sticky top-[calc(var(--bars)+1rem)] max-h-[calc(100dvh-var(--bars)-2rem)] overflow-y-auto px-1 pb-4">
          {filters}
        </div>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
