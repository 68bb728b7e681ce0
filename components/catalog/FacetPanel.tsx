import { Fragment } from "react";
import type { CatalogPage, CatalogView } from "#lib/contracts/catalog.ts";
import { FACETS, type Facet } from "#lib/catalog/facets.ts";
import type { FavouriteList } from "#lib/catalog/favourites.ts";
import { countChosen } from "#lib/catalog/viewParams.ts";
import { Button } from "#components/ui/Button.tsx";
import { FavouriteFilter } from "./favourites/FavouriteFilter.tsx";
import { AskedFacet, FacetGroup } from "./FacetGroup.tsx";
import { PriceGroup, type PriceGroupProps } from "./PriceGroup.tsx";

export type FacetPanelProps = {
  view: CatalogView;
  facets: CatalogPage["facets"];
  askedFacets: CatalogPage["askedFacets"];
  favourites: CatalogPage["favourites"];
  price: CatalogPage["price"];
  rangeProblems: PriceGroupProps["problems"];
  onView: PriceGroupProps["onView"];
  onToggle: (facet: Facet, value: string) => void;
  onFavourites: (list: FavouriteList) => void;
  onClear: () => void;
};

/** Everything a catalog can be narrowed by; a facet with nothing to choose is left out. */
export function FacetPanel(props: FacetPanelProps) {
  const { view, facets, askedFacets, favourites, price, rangeProblems } = props;
  const { onToggle, onFavourites, onView, onClear } = props;
  const chosen = (facet: Facet): readonly string[] => {
    const values = view[facet] ?? [];
    return typeof values === "string" ? [values] : values;
  };
  const count = countChosen(view);
  const group = (facet: Facet) => {
    if (askedFacets.some((asked) => asked === facet)) {
      return <AskedFacet facet={facet} chosen={chosen(facet)} onToggle={onToggle} />;
    }
    if (facets[facet].length === 0) return null;
    return <FacetGroup facet={facet} counts={facets[facet]} chosen={chosen(facet)} onToggle={onToggle} />;
  };
  return (
    <>
      <FavouriteFilter chosen={view.favourites} counts={favourites} onToggle={onFavourites} />
      {FACETS.map((facet) => (
        <Fragment key={facet}>
          {group(facet)}
          {facet === "currency" ? (
            <PriceGroup {...{ view, price, onView }} currencies={facets.currency} problems={rangeProblems} />
          ) : null}
        </Fragment>
      ))}
      {count === 0 ? null : (
        <Button size="small" className="mt-3" onClick={onClear}>
          {count === 1 ? "Clear the filter" : `Clear ${count} filters`}
        </Button>
      )}
    </>
  );
}
