import type { CatalogView } from "#lib/contracts/catalog.ts";
import { FAVOURITE_LISTS, type FavouriteIds, type FavouriteList } from "./favourites.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** How many of the found products stand on each list. */
export function countFavourites(
  index: SearchIndex,
  found: Uint32Array,
  ids: FavouriteIds,
): Record<FavouriteList, number> {
  const counts = { mine: 0, team: 0 };
  if (ids.mine.length + ids.team.length === 0) return counts;
  const marks = new Uint8Array(index.size);
  FAVOURITE_LISTS.forEach((list, bit) => {
    for (const id of ids[list]) {
      const place = index.placeOf.get(id);
      if (place !== undefined) marks[place] = (marks[place] ?? 0) | (1 << bit);
    }
  });
  for (const place of found) {
    const mark = marks[place] ?? 0;
    if (mark === 0) continue;
    if ((mark & 1) !== 0) counts.mine += 1;
    if ((mark & 2) !== 0) counts.team += 1;
  }
  return counts;
}

/** Whether nothing was searched for and no order asked for: then what the team ordered lately comes first. */
export function isEmptySearch(view: Pick<CatalogView, "q" | "sort">): boolean {
  return !view.q && (view.sort === undefined || view.sort === "relevance");
}

/**
 * The found products with those ordered lately first, in the order given, and all others after them as they were.
 * @param recent product ids, the one ordered last first; those that were not found are left out.
 */
export function recentFirst(index: SearchIndex, found: Uint32Array, recent: readonly number[]): Uint32Array {
  const wanted = new Set(recent.flatMap((id) => index.placeOf.get(id) ?? []));
  if (wanted.size === 0) return found;
  // 1: wanted; 2: wanted and found.
  const marks = new Uint8Array(index.size);
  for (const place of wanted) marks[place] = 1;
  for (const place of found) if (marks[place] === 1) marks[place] = 2;
  const first = [...wanted].filter((place) => marks[place] === 2);
  const ordered = new Uint32Array(found.length);
  ordered.set(first);
  let at = first.length;
  for (const place of found) if (marks[place] === 0) ordered[at++] = place;
  return ordered;
}
