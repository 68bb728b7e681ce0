import { useMemo } from "react";
import type { Facet } from "#lib/catalog/filters/facets.ts";
import { toggleList } from "#lib/catalog/favourites/favourites.ts";
import type { FavouriteList } from "#lib/contracts/catalog/favouriteLists.ts";
import { toggleValue, type CatalogAddress } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { AddressControl } from "./useAddress.ts";

/** How filters change the view. The functions are stable, so that filters are not rendered again while somebody types. */
export type Filters = {
  onView: (view: CatalogView) => void;
  onToggle: (facet: Facet, value: string) => void;
  onFavourites: (list: FavouriteList) => void;
  onClear: () => void;
};

export function useFilters(
  show: (view: CatalogView) => void,
  now: AddressControl<CatalogAddress>["now"],
): Filters {
  return useMemo(
    () => ({
      onView: show,
      onToggle: (facet, value) => show(toggleValue(now().view, facet, value)),
      onFavourites: (list) => {
        const { favourites, ...rest } = now().view;
        const next = toggleList(favourites, list);
        show(next === undefined ? rest : { ...rest, favourites: next });
      },
      onClear: () => {
        const { q, sort } = now().view;
        show({ ...(q ? { q } : {}), ...(sort ? { sort } : {}) });
      },
    }),
    [show, now],
  );
}
