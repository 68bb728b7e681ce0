/** A member's own favourites, and those shared with the team. */
export const FAVOURITE_LISTS = ["mine", "team"] as const;
export type FavouriteList = (typeof FAVOURITE_LISTS)[number];

/** What the catalog can be narrowed to: one of the lists, or what stands on either. */
export const FAVOURITE_CHOICES = [...FAVOURITE_LISTS, "any"] as const;
export type FavouriteChoice = (typeof FAVOURITE_CHOICES)[number];

/** Product ids of each list. */
export type FavouriteIds = Record<FavouriteList, readonly number[]>;

export function isChosenList(choice: FavouriteChoice | undefined, list: FavouriteList): boolean {
  return choice === list || choice === "any";
}

export function countFavouriteLists(choice: FavouriteChoice | undefined): number {
  return FAVOURITE_LISTS.filter((list) => isChosenList(choice, list)).length;
}

/** The choice with one list taken or given back; both lists are `any`, as several values of a facet are. */
export function toggleList(
  choice: FavouriteChoice | undefined,
  list: FavouriteList,
): FavouriteChoice | undefined {
  const chosen = FAVOURITE_LISTS.filter((each) => isChosenList(choice, each) !== (each === list));
  return chosen.length > 1 ? "any" : chosen[0];
}

/** The products that a choice leaves. */
export function chosenIds(ids: FavouriteIds, choice: FavouriteChoice): Set<number> {
  return new Set(FAVOURITE_LISTS.flatMap((list) => (isChosenList(choice, list) ? ids[list] : [])));
}

/** The lists with one product put on one of them, at its head, or taken off it. */
export function withFavourite(
  ids: FavouriteIds,
  list: FavouriteList,
  productId: number,
  marked: boolean,
): FavouriteIds {
  const others = ids[list].filter((id) => id !== productId);
  return { ...ids, [list]: marked ? [productId, ...others] : others };
}
