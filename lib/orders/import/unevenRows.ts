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

/** The names say how wide a row is. If one is wider because its amount was split, others can have as many cells by chance. */
function besideSplitRows(table: ImportTable, settings: CheckSettings): number[] {
  const { amount } = settings.mapping;
  const { rows } = rowsOf(table, settings);
  if (amount === undefined || rows.every(({ row }) => row.likely === null)) return [];
  return rows.flatMap(({ row, cells }) =>
    !row.isTooWide && /^\s*\p{Nd}{2,3}(?!\p{Nd})/u.test(cells[amount + 1] ?? "") ? row.row : [],
  );
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
