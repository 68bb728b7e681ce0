import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { FilteredCatalog } from "./applyFilters.ts";
import type { Buffers } from "./buffers.ts";
import type { SearchIndex } from "./searchIndex.ts";

/** The ordinals of the matches in the requested order: by default the best score first, or by name if there is no search. */
export function sortMatches(
  index: SearchIndex,
  { sorted }: Buffers,
  { sort }: CatalogView,
  score: Uint8Array | null,
  filtered: FilteredCatalog,
): Uint32Array {
  if (sort === "price" || sort === "-price") return sortByPrice(index, sort, filtered, sorted);
  // Ordinals are in the order of names.
  if (sort === "name" || score === null) return filtered.matches;
  return sortByScore(filtered.matches, score, sorted);
}

/** A loop, because `filter` would call a function for each product. */
function sortByPrice(
  { cheapestFirst, dearestFirst }: SearchIndex,
  sort: "price" | "-price",
  { failedFilters, matches }: FilteredCatalog,
  sorted: Uint32Array,
): Uint32Array {
  let count = 0;
  for (const ordinal of sort === "price" ? cheapestFirst : dearestFirst) {
    if (failedFilters[ordinal] === 0) sorted[count++] = ordinal;
  }
  return sorted.subarray(0, matches.length);
}

/** Highest score first, equal scores by name: a counting sort, because a score is one byte. */
function sortByScore(ordinals: Uint32Array, score: Uint8Array, sorted: Uint32Array): Uint32Array {
  const starts = new Uint32Array(257);
  for (const ordinal of ordinals) {
    const bucket = 256 - (score[ordinal] ?? 0);
    starts[bucket] = (starts[bucket] ?? 0) + 1;
  }
  for (let bucket = 1; bucket < 257; bucket += 1)
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  for (const ordinal of ordinals) {
    const bucket = 255 - (score[ordinal] ?? 0);
    const at = starts[bucket] ?? 0;
    sorted[at] = ordinal;
    starts[bucket] = at + 1;
  }
  return sorted.subarray(0, ordinals.length);
}

/**
 * A window of the matches: first those ordered recently, in the given order, then all others by name.
 * @param recent product ids, the last ordered first; those that do not match are left out.
 */
export function recentFirst(
  { ordinalOf }: SearchIndex,
  { failedFilters, matches }: FilteredCatalog,
  recent: readonly number[],
  { skip, take }: { skip: number; take: number },
): Uint32Array {
  const known = new Set(recent.flatMap((id) => ordinalOf.get(id) ?? []));
  const first = [...known].filter((ordinal) => failedFilters[ordinal] === 0);
  const removed = first.map((ordinal) => positionOf(ordinal, matches)).toSorted((a, b) => a - b);
  return Uint32Array.from({ length: Math.max(0, Math.min(take, matches.length - skip)) }, (_, offset) => {
    const at = skip + offset;
    return first[at] ?? matches[positionWithout(removed, at - first.length)] ?? 0;
  });
}

/** The position of an ordinal in an ascending list that contains it. */
function positionOf(ordinal: number, ascending: Uint32Array): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of the nth entry that remains in a list after those at the ascending positions `removed` are removed. */
function positionWithout(removed: readonly number[], nth: number): number {
  return removed.reduce((position, each) => (each <= position ? position + 1 : position), nth);
}
