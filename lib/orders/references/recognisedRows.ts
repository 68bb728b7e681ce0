import type { RowPrints } from "./importedLineId.ts";

const [BARE, BESIDE, REFERENCE] = [2 ** 33, 2 ** 34, 2 ** 35];

/**
 * The numbers by which a row can be recognised. What a row buys says which one it was only if one of the two tables had no references: rows of two days
 * often buy the same for others.
 */
export function partsOfRow({ whole, bought, reference }: RowPrints): number[] {
  return reference === 0 ? [whole, BARE + bought] : [whole, BESIDE + bought, REFERENCE + reference];
}

/** The numbers that make another row the same as this one. */
export function partsAskedFor({ whole, bought, reference }: RowPrints): number[] {
  return reference === 0
    ? [whole, BARE + bought, BESIDE + bought]
    : [whole, BARE + bought, REFERENCE + reference];
}

/** How many of some rows are among others; a few of very many are so by chance, and do not count. */
export function countRecognised(rows: readonly RowPrints[], others: readonly RowPrints[]): number {
  const known = new Set(others.flatMap(partsOfRow));
  const count = rows.filter((row) => partsAskedFor(row).some((part) => known.has(part))).length;
  return isTelling(count, rows.length) ? count : 0;
}

/** How many of some rows stand among those before them: rows of a table that was imported twice. */
export function countRepeated(rows: readonly RowPrints[]): number {
  const known = new Set<number>();
  let count = 0;
  for (const row of rows) {
    if (partsAskedFor(row).some((part) => known.has(part))) count += 1;
    for (const part of partsOfRow(row)) known.add(part);
  }
  return isTelling(count, rows.length) ? count : 0;
}

/** The least share of the rows. */
const TELLING = 0.01;

function isTelling(count: number, rows: number): boolean {
  return count >= rows * TELLING;
}
