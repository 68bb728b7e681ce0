import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import { hasDecimals, type ColumnMapping } from "./columns.ts";
import { isDayText } from "./rowRemarks.ts";
import { isTotalHead } from "./rowTotal.ts";

/** The share of the rows that have a reference, and the share of these that are different. */
const FILLED = 0.8;
const DIFFERENT = 0.9;
/** Of so few rows, any text is different. */
const FEW = 3;
/** So many rows show what a column is. */
const SAMPLE_ROWS = 1_000;

/**
 * The column that no field has and that tells the rows apart, such as the references of customers' orders; null: there is none. Totals follow from the
 * others, and days and the numbers of the rows say nothing of a row.
 */
export function referenceColumn(
  heads: readonly string[],
  all: readonly TableRow[],
  mapping: ColumnMapping,
): number | null {
  const rows = all.slice(0, SAMPLE_ROWS);
  const used = new Set(Object.values(mapping));
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  let best: { column: number; different: number } | null = null;
  for (let column = 0; column < width; column += 1) {
    if (used.has(column) || isTotalHead(heads[column] ?? "")) continue;
    const different = differentIn(rows, column);
    // Of several, the first: columns are added at the end.
    if (different !== null && different > (best?.different ?? 0)) best = { column, different };
  }
  return best?.column ?? null;
}

/** How many different texts a column has; null: they are no references. */
function differentIn(rows: readonly TableRow[], column: number): number | null {
  const cells = rows.flatMap((row) => (row.cells[column] ?? "").trim() || []);
  const different = new Set(cells).size;
  if (cells.length < rows.length * FILLED || different < cells.length * DIFFERENT) return null;
  const isKnown = cells.every(hasDecimals) || cells.every(isDayText) || isNumbering(cells);
  const isFew = rows.length < FEW && !cells.every((cell) => /\p{Nd}|@/u.test(cell) && cell.length > 2);
  return isKnown || isFew ? null : different;
}

function isNumbering(cells: readonly string[]): boolean {
  const first = Number(cells[0]);
  return cells.every((cell, at) => /^\d{1,5}$/.test(cell) && Number(cell) === first + at);
}
