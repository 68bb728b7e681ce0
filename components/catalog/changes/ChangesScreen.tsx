"use client";

import { History } from "lucide";
import { countChangesChoice } from "#lib/catalog/changes/changesAddress.ts";
import type { CatalogChange, ChangesPage } from "#lib/contracts/catalog/catalogChanges.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { counted } from "#lib/text/counts.ts";
import { paths } from "#lib/paths.ts";
import { BesideFilters } from "#components/catalog/filters/BesideFilters.tsx";
import { FilterSheet } from "#components/catalog/filters/FilterSheet.tsx";
import { SearchField } from "#components/catalog/filters/SearchField.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { OlderButton } from "#components/shell/page/OlderButton.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { formatDay } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { cx } from "#components/ui/cx.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ChangeRow } from "./ChangeRow.tsx";
import { ChangesPanel } from "./ChangesPanel.tsx";
import { ExportChanges } from "./ExportChanges.tsx";
import { useChanges } from "./useChanges.ts";

/** What has changed in the catalog, by day, the newest first. */
export function ChangesScreen() {
  const { choice, filter, list, facets, filters } = useChanges();
  const isFiltered = countChangesChoice(choice) > 0 || choice.view.q !== undefined;
  const panel = facets.data ? <ChangesPanel choice={choice} facets={facets.data} filters={filters} /> : null;
  return (
    <>
      <PageHeader
        title="Catalog changes"
        above={<TextLink href={paths.catalog()}>Catalog</TextLink>}
        actions={<ExportChanges filter={filter} />}
      />
      <BesideFilters filters={panel ?? <SkeletonRows rows={8} label="Loading filters" />}>
        <div className="mb-3 flex gap-2">
          <SearchField
            label="Search the changes"
            placeholder="Search by name, brand or product ID"
            value={choice.view.q ?? ""}
            onSearch={filters.onSearch}
          />
          {panel ? (
            <FilterSheet chosen={countChangesChoice(choice)} done="Show changes">
              {panel}
            </FilterSheet>
          ) : null}
        </div>
        <QueryPart
          query={list}
          failed="Changes couldn't be loaded"
          skeleton={<SkeletonRows rows={10} label="Loading changes" />}
        >
          {({ pages }) => (
            <div className={cx(list.isPlaceholderData && "opacity-60")} aria-busy={list.isPlaceholderData}>
              {pages[0] ? <IncompleteUpdate page={pages[0]} /> : null}
              <Days
                changes={pages.flatMap((page) => page.items)}
                since={pages[0]?.recordedSince ?? null}
                onClear={isFiltered ? () => clearAll(filters) : null}
              />
            </div>
          )}
        </QueryPart>
        <OlderButton list={list} of="changes" />
      </BesideFilters>
    </>
  );
}

function clearAll({ onSearch, onClear }: ReturnType<typeof useChanges>["filters"]): void {
  onClear();
  onSearch("");
}

/** Says that changes may be missing, because the latest update recorded none. */
function IncompleteUpdate({ page: { tooFewSeen, interruptedAt } }: { page: ChangesPage }) {
  if (interruptedAt !== null) {
    return (
      <Banner tone="partial" title="The last update of the catalog was interrupted" className="mb-4">
        It stopped at <DateTime at={interruptedAt} />. What it found is not shown; the next complete update
        shows it.
      </Banner>
    );
  }
  if (tooFewSeen === null) return null;
  return (
    <Banner tone="partial" title="The last update of the catalog was incomplete" className="mb-4">
      The service listed only {counted(tooFewSeen.seen, "product", "products")} at{" "}
      <DateTime at={tooFewSeen.at} />, fewer than half of the catalog. Its changes are not shown; the next
      complete update shows them.
    </Banner>
  );
}

type DaysProps = {
  changes: readonly CatalogChange[];
  /** When recording began. */
  since: string | null;
  /** Null if nothing is filtered. */
  onClear: (() => void) | null;
};

function Days({ changes, since, onClear }: DaysProps) {
  const { zone } = useTimes();
  if (changes.length === 0) return <NoChanges since={since} onClear={onClear} />;
  const days = Map.groupBy(changes, ({ foundAt }) => dayOf(Date.parse(foundAt), zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`changes-${day}`} className="mb-6">
      <h2
        id={`changes-${day}`}
        className="sticky top-bars z-10 border-b border-line bg-canvas py-2 font-semibold"
      >
        {formatDay(day)}
      </h2>
      <ul>
        {ofDay.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ul>
    </section>
  ));
}

function NoChanges({ since, onClear }: Omit<DaysProps, "changes">) {
  if (onClear !== null) {
    return (
      <EmptyState
        icon={History}
        title="No changes match"
        actions={<Button onClick={onClear}>Show all changes</Button>}
      />
    );
  }
  return (
    <EmptyState icon={History} title="No changes yet">
      {since === null ? (
        "Changes appear here after the catalog was loaded for the first time."
      ) : (
        <>
          Nothing has changed since <DateTime at={since} />.
        </>
      )}
    </EmptyState>
  );
}
