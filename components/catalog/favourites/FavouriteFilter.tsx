import { isChosenList } from "#lib/catalog/favourites/favourites.ts";
import {
  FAVOURITE_LISTS,
  type FavouriteChoice,
  type FavouriteList,
} from "#lib/contracts/catalog/favouriteLists.ts";
import type { CatalogPage } from "#lib/contracts/catalog/catalog.ts";
import { ChoiceGroup } from "#components/catalog/choices/ChoiceGroup.tsx";

const LABELS: Record<FavouriteList, string> = { mine: "My favourites", team: "Team favourites" };

export type FavouriteFilterProps = {
  chosen: FavouriteChoice | undefined;
  counts: CatalogPage["favourites"];
  onToggle: (list: FavouriteList) => void;
};

/** Always shown, so that nothing moves when the first favourite is added. */
export function FavouriteFilter({ chosen, counts, onToggle }: FavouriteFilterProps) {
  return (
    <ChoiceGroup
      title="Favourites"
      counts={FAVOURITE_LISTS.map((list) => ({ value: list, label: LABELS[list], count: counts[list] }))}
      isChosen={(list) => isChosenList(chosen, list)}
      onToggle={onToggle}
    />
  );
}
