import {
  FAVOURITE_LISTS,
  type FavouriteChoice,
  type FavouriteList,
} from "#lib/contracts/catalog/favouriteLists.ts";

/** Product ids of each list. */
export type FavouriteIds = Record<FavouriteList, readonly number[]>;

export function isChosenList(choice: FavouriteChoice | undefined, list: FavouriteList): boolean {
  return choice === list || choice === "any";
}

export function countFavouriteLists(choice: FavouriteChoice | undefined): number {
  return FAVOURITE_LISTS.filter((list) => isChosenList(choice, list)).length;
}

/** Adds a list to the choice, or removes it; both lists together are `any`. */
export function toggleList(
  choice: FavouriteChoice | undefined,
  list: FavouriteList,
): FavouriteChoice | undefined {
  const chosen = FAVOURITE_LISTS.filter((each) => isChosenList(choice, each) !== (each === list));
  return chosen.length > 1 ? "any" : chosen[0];
}

/** The ids of the products that a choice matches. */
export function chosenIds(ids: FavouriteIds, choice: FavouriteChoice): Set<number> {
  return new Set(FAVOURITE_LISTS.flatMap((list) => (isChosenList(choice, list) ? ids[list] : [])));
}

/** The lists after one product was added to one of them, at its beginning, or removed from it. */
export function withFavourite(
  ids: FavouriteIds,
  list: FavouriteList,
  productId: number,
  isAdded: boolean,
): FavouriteIds {
  const others = ids[list].filter((id) => id !== productId);
  return { ...ids, [list]: isAdded ? [productId, ...others] : others };
}

/** Splits rows of favourites, in the order of the lists, into the two lists. */
export function listFavourites(
  rows: readonly { shared: boolean; productId: number }[],
): Record<FavouriteList, number[]> {
  const of = (shared: boolean) =>
    rows.filter((row) => row.shared === shared).map(({ productId }) => productId);
  return { mine: of(false), team: of(true) };
}
