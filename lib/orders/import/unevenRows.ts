import { usualWidth, type ImportTable } from "#lib/orders/import/table/importTable.ts";
import { rowsOf, type CheckSettings } from "./checkTable.ts";
import { isRestOfNumber } from "./tableWidth.ts";

/**
 * The rows, by their numbers, from which a person sees whether amounts such as 25,50 or 1,500.00 were split: in a table separated by commas,
 * such an amount is two cells, which nobody notices in a row that also lacks its last cell, or in a table whose columns have no names.
 */
export function unevenRows(table: ImportTable, settings: CheckSettings): number[] {
  if (table.separator !== ",") return [];
  return settings.hasHeads ? besideSplitRows(table, settings) : withoutNames(table, settings);
}

/**
 * The names say how wide a row is. If one is wider because its amount was split, others can have as many cells by chance; and all have, if
 * what follows the amount, such as a note, is blank in most rows.
 */
function besideSplitRows(table: ImportTable, settings: CheckSettings): number[] {
  const { amount, quantity } = settings.mapping;
  if (amount === undefined) return [];
  const { rows } = rowsOf(table, settings);
  const isSplit = rows.some(({ row }) => row.likely !== null);
  const isRest = (cell: string) =>
    (isSplit ? /^\s*\p{Nd}{2,3}(?!\p{Nd})/u : /^\s*\p{Nd}{1,3}\s*$/u).test(cell);
  const next = rows.map(({ cells }) => (cells[amount + 1] ?? "").trim());
  if (!isSplit && !looksSplit(next, amount + 1 === quantity, Object.values(settings.mapping), amount + 1)) {
    return amount + 1 === quantity ? beforeQuantity(rows, amount) : [];
  }
  return rows.flatMap(({ row }, at) =>
    !row.isTooWide && isRest(next[at] ?? "") && !/[.,]/.test(row.values.amount) ? row.row : [],
  );
}

/** Whether most cells of a column that no field has can be the decimals of the amount before it. */
function looksSplit(
  next: readonly string[],
  isQuantity: boolean,
  used: readonly number[],
  column: number,
): boolean {
  if (isQuantity || used.includes(column)) return false;
  const filled = next.filter((cell) => cell !== "");
  return (
    filled.length > 0 && filled.filter((cell) => /^\p{Nd}{1,3}$/u.test(cell)).length * 2 >= filled.length
  );
}

/** Rows in which the amount's decimals may be where the quantity is, and the quantity behind it. */
function beforeQuantity(rows: ReturnType<typeof rowsOf>["rows"], amount: number): number[] {
  return rows.flatMap(({ row, cells }) =>
    !row.isTooWide && mayBeOneAmount(cells, amount) && /^\s*\p{Nd}{1,6}\s*$/u.test(cells[amount + 2] ?? "")
      ? row.row
      : [],
  );
}

/** The rows of separated text with fewer cells than there are names: one may be missing in their middle. */
export function shortRows(table: ImportTable, { hasHeads }: CheckSettings): number[] {
  const [head, ...body] = table.rows;
  if (table.separator === null || !hasHeads || head === undefined) return [];
  const width = head.cells.length;
  return body.flatMap(({ row, cells, written }) => ((written ?? cells.length) < width ? row : []));
}

/** Without names, nothing says which of several widths is the right one, or whether two numbers were one. */
function withoutNames(table: ImportTable, settings: CheckSettings): number[] {
  const { amount, quantity } = settings.mapping;
  const { rows } = rowsOf(table, settings);
  const { width } = usualWidth(rows.map(({ cells }) => cells.length));
  const left =
    amount === undefined || quantity === undefined || Math.abs(amount - quantity) !== 1
      ? null
      : Math.min(amount, quantity);
  return rows.flatMap(({ row, cells }) => {
    const { values } = row;
    const isRest = isRestOfNumber(values.amount) || isRestOfNumber(values.quantity);
    return cells.length !== width || isRest || (left !== null && mayBeOneAmount(cells, left)) ? row.row : [];
  });
}

/** Whether two cells can be the parts of an amount: of thousands with decimals, or a further number, the quantity, follows. */
function mayBeOneAmount(cells: readonly string[], left: number): boolean {
  const [first = "", second = "", next = ""] = cells.slice(left, left + 3).map((cell) => cell.trim());
  if (!/^\p{Nd}{1,3}$/u.test(first) || !/^\p{Nd}{2,3}(?!\p{Nd})/u.test(second)) return false;
  return /\p{Nd}/u.test(next) || /^\p{Nd}{3}[.,]/u.test(second);
}
