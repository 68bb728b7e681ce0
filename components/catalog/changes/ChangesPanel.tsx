import { chosenValues, FACETS } from "#lib/catalog/filters/facets.ts";
import { countChangesChoice, type ChangesChoice } from "#lib/catalog/changes/changesAddress.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { ChangesFacets } from "#lib/contracts/catalog/catalogChanges.ts";
import { counted } from "#lib/text/counts.ts";
import { ChoiceGroup } from "#components/catalog/choices/ChoiceGroup.tsx";
import { FacetGroup } from "#components/catalog/filters/FacetGroup.tsx";
import { DayField } from "#components/time/DayField.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { useStillWhilePressed } from "#components/ui/useStillWhilePressed.ts";
import type { ChangesFilters } from "./useChanges.ts";

export type ChangesPanelProps = { choice: ChangesChoice; facets: ChangesFacets; filters: ChangesFilters };

/** All filters of the changes, without those that offer nothing to choose from. */
export function ChangesPanel({ choice, facets, filters }: ChangesPanelProps) {
  const { still, onPointerDown } = useStillWhilePressed(facets);
  const count = countChangesChoice(choice);
  return (
    <div onPointerDown={onPointerDown}>
      {choice.product.length === 0 ? null : (
        <div className="border-b border-line pb-3">
          <p>Only {counted(choice.product.length, "chosen product", "chosen products")}</p>
          <Button size="small" className="mt-2" onClick={filters.onAllProducts}>
            Show all products
          </Button>
        </div>
      )}
      {still.affects.length === 0 ? null : (
        <ChoiceGroup
          title="Affects"
          counts={still.affects}
          isChosen={(thing) => choice.affects.includes(thing)}
          onToggle={filters.onAffects}
        />
      )}
      {still.kind.length === 0 ? null : (
        <ChoiceGroup
          title="Change"
          counts={still.kind}
          isChosen={(kind) => choice.kind.includes(kind)}
          onToggle={filters.onKind}
        />
      )}
      <Period choice={choice} onPeriod={filters.onPeriod} />
      {FACETS.map((facet) =>
        still[facet].length === 0 ? null : (
          <FacetGroup
            key={facet}
            facet={facet}
            counts={still[facet]}
            chosen={chosenValues(choice.view, facet)}
            onToggle={filters.onFacet}
          />
        ),
      )}
      {count === 0 ? null : (
        <Button size="small" className="mt-3" onClick={filters.onClear}>
          {count === 1 ? "Clear filter" : `Clear ${counted(count, "filter", "filters")}`}
        </Button>
      )}
    </div>
  );
}

function Period({
  choice: { from, to },
  onPeriod,
}: Pick<ChangesPanelProps, "choice"> & Pick<ChangesFilters, "onPeriod">) {
  const today = dayOf(useNow(MINUTE), useTimes().zone);
  return (
    <div className="flex flex-col gap-2 border-b border-line py-3">
      <DayField
        label="From"
        value={from}
        today={today}
        onDay={(day) => onPeriod({ from: day, to: to !== "" && to < day ? day : to })}
      />
      <DayField
        label="To"
        value={to}
        today={today}
        onDay={(day) => onPeriod({ to: day, from: day !== "" && day < from ? day : from })}
      />
    </div>
  );
}
