import type { CodeGroup, ShownCode } from "#lib/contracts/codes/codes.ts";

/** One row of the list: the heading of a group, or the code with this number. */
export type ListRow = { group: CodeGroup; number: number | null };

/**
 * The number of rows in the list: a heading before the codes of each group. Counted rather than built, because there can be a
 * hundred thousand.
 */
export function rowCount(groups: readonly CodeGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count + 1, 0);
}

export function rowAt(groups: readonly CodeGroup[], row: number): ListRow | null {
  let start = 0;
  for (const group of groups) {
    if (row === start) return { group, number: null };
    if (row <= start + group.count) return { group, number: group.first + row - start - 1 };
    start += group.count + 1;
  }
  return null;
}

/** The rows that are headings. */
export function headRows(groups: readonly CodeGroup[]): number[] {
  return groups.map((group, at) => group.first - 1 + at);
}

/** The groups of the codes that a search has found, as if these were all. */
export function groupsOfFound(groups: readonly CodeGroup[], items: readonly ShownCode[]): CodeGroup[] {
  let next = 1;
  return groups.flatMap((group) => {
    const count = items.filter(
      ({ number }) => number >= group.first && number < group.first + group.count,
    ).length;
    if (count === 0) return [];
    const first = next;
    next += count;
    return [{ ...group, first, count }];
  });
}
