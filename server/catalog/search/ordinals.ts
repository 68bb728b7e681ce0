import type { CatalogView } from "#lib/contracts/catalog.ts";
import { FAVOURITE_LISTS, type FavouriteIds, type FavouriteList } from "#lib/catalog/favourites.ts";
import { scratchOf } from "./buffers.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** How many of the found products stand on each list. */
export function countFavourites(
  index: SearchIndex,
  found: Uint32Array,
  ids: FavouriteIds,
): Record<FavouriteList, number> {
  const counts = { mine: 0, team: 0 };
  if (ids.mine.length + ids.team.length === 0) return counts;
  const { marks } = scratchOf(index);
  const places = FAVOURITE_LISTS.map((list) => ids[list].flatMap((id) => index.placeOf.get(id) ?? []));
  places.forEach((ofList, bit) => {
    for (const place of ofList) marks[place] = (marks[place] ?? 0) | (1 << bit);
  });
  for (const place of found) {
    const mark = marks[place] ?? 0;
    if (mark === 0) continue;
    if ((mark & 1) !== 0) counts.mine += 1;
    if ((mark & 2) !== 0) counts.team += 1;
  }
  for (const place of places.flat()) marks[place] = 0;
  return counts;
}

/** Whether nothing was searched for and no order asked for: then what the team ordered lately comes first. */
export function isEmptySearch(view: Pick<CatalogView, "q" | "sort">): boolean {
  return !view.q && (view.sort === undefined || view.sort === "relevance");
}

/** A part of a list: `take` rows after the first `skip`. */
export type Window = { skip: number; take: number };

/**
 * A window of the found products with those ordered lately first, in the order given, and all others after them as they were.
 * @param recent product ids, the one ordered last first; those that were not found are left out.
 */
export function recentFirst(
  index: SearchIndex,
  found: Uint32Array,
  recent: readonly number[],
  { skip, take }: Window,
): Uint32Array {
  const wanted = new Set(recent.flatMap((id) => index.placeOf.get(id) ?? []));
  const { marks } = scratchOf(index);
  for (const place of wanted) marks[place] = 1;
  const positions = new Map<number, number>();
  if (wanted.size > 0) {
    for (let at = 0; at < found.length && positions.size < wanted.size; at += 1) {
      const place = found[at] ?? 0;
      if (marks[place] === 1) positions.set(place, at);
    }
  }
  for (const place of wanted) marks[place] = 0;
  const first = [...wanted].filter((place) => positions.has(place));
  const gone = [...positions.values()];
  return Uint32Array.from({ length: Math.max(0, Math.min(take, found.length - skip)) }, (_, offset) => {
    const at = skip + offset;
    return at < first.length ? (first[at] ?? 0) : (found[positionAmongOthers(at - first.length, gone)] ?? 0);
  });
}

/** Where the nth of those stands that are not at one of the ascending positions `gone`. */
function positionAmongOthers(nth: number, gone: readonly number[]): number {
  return gone.reduce((position, each) => (each <= position ? position + 1 : position), nth);
}
