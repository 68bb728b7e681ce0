import { isChosenList } from "#lib/catalog/favourites/favourites.ts";
import { FAVOURITE_LISTS, type FavouriteChoice, type FavouriteList } from "#lib/contracts/favouriteLists.ts";
import type { CatalogPage } from "#lib/contracts/catalog.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";

const LABELS: Record<FavouriteList, string> = { mine: "My favourites", team: "Team favourites" };

export type FavouriteFilterProps = {
  chosen: FavouriteChoice | undefined;
  counts: CatalogPage["favourites"];
  onToggle: (list: FavouriteList) => void;
};

/** Always shown, so that nothing moves when the first favourite is added. */
export function FavouriteFilter({ chosen, counts, onToggle }: FavouriteFilterProps) {
  return (
    <fieldset className="border-b border-line pb-3">
      <legend className="float-start mb-1 w-full text-[0.8125rem] font-semibold">Favourites</legend>
      <div className="clear-both">
        {FAVOURITE_LISTS.map((list) => (
          <Checkbox
            key={list}
            checked={isChosenList(chosen, list)}
            onChange={() => onToggle(list)}
            label={LABELS[list]}
            trailing={formatCount(counts[list])}
          />
        ))}
      </div>
    </fieldset>
  );
}
