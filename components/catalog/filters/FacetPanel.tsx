import { Fragment, memo } from "react";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog/catalog.ts";
import { chosenValues, FACETS, type Facet } from "#lib/catalog/filters/facets.ts";
import { countChosen } from "#lib/catalog/views/viewParams.ts";
import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { FavouriteFilter } from "#components/catalog/favourites/FavouriteFilter.tsx";
import { useStillWhilePressed } from "#components/ui/useStillWhilePressed.ts";
import { AskedFacet, FacetGroup } from "./FacetGroup.tsx";
import { PriceGroup, type PriceGroupProps } from "./PriceGroup.tsx";
import type { Filters } from "./useFilters.ts";

/** The number of groups that fill a window. */
const IN_SIGHT = 3;

export type FacetPanelProps = {
  view: CatalogView;
  /** The page with the counts; for a moment that of the previous view. */
  page: CatalogPage;
  rangeProblems: PriceGroupProps["problems"];
  filters: Filters;
  /** Only the first groups, for the first paint. */
  isShort?: boolean;
};

/** All filters of the catalog, without facets that offer nothing to choose from. */
export const FacetPanel = memo(function FacetPanel({
  view,
  page,
  rangeProblems,
  filters,
  isShort = false,
}: FacetPanelProps) {
  const { still, onPointerDown } = useStillWhilePressed(page);
  const { facets, askedFacets, favourites, price } = still;
  const { onToggle, onFavourites, onView, onClear } = filters;
  const count = countChosen(view);
  const group = (facet: Facet) => {
    if (askedFacets.some((asked) => asked === facet)) {
      return <AskedFacet facet={facet} chosen={chosenValues(view, facet)} onToggle={onToggle} />;
    }
    if (facets[facet].length === 0) return null;
    return (
      <FacetGroup
        facet={facet}
        counts={facets[facet]}
        chosen={chosenValues(view, facet)}
        onToggle={onToggle}
      />
    );
  };
  return (
    <div onPointerDown={onPointerDown}>
      <FavouriteFilter chosen={view.favourites} counts={favourites} onToggle={onFavourites} />
      {(isShort ? FACETS.slice(0, IN_SIGHT) : FACETS).map((facet) => (
        <Fragment key={facet}>
          {group(facet)}
          {facet === "currency" ? (
            <PriceGroup
              view={view}
              price={price}
              onView={onView}
              currencies={facets.currency}
              problems={rangeProblems}
            />
          ) : null}
        </Fragment>
      ))}
      {count === 0 || isShort ? null : (
        <Button size="small" className="mt-3" onClick={onClear}>
          {count === 1 ? "Clear filter" : `Clear ${counted(count, "filter", "filters")}`}
        </Button>
      )}
    </div>
  );
});
