import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import { countKnownHeads } from "./columns.ts";
import { describeRows, rowList } from "./rowList.ts";

/** How many rows may stand above the names of the columns. */
export const MOST_TITLE_ROWS = 5;
const SHOWN = 80;

/** A number, or a product's id with whatever stands behind it (`#101601 2x`). */
const isNumber = (cell: string) =>
  (/^[#\p{Nd}\p{Zs}.,'’]+$/u.test(cell.trim()) && /\p{Nd}/u.test(cell)) || /^\s*#\p{Nd}/u.test(cell);

/** The table without the rows above the names of its columns, such as a title, which are noted. A row with a number is never one. */
export function withoutTitle(table: ImportTable): ImportTable {
  const { rows } = table;
  const named = rows.slice(0, MOST_TITLE_ROWS + 1).findIndex(({ cells }) => countKnownHeads(cells) > 1);
  const above = rows.slice(0, Math.max(named, 0));
  const isTitle = above.every(({ cells }) => countKnownHeads(cells) === 0 && !cells.some(isNumber));
  if (above.length === 0 || !isTitle) return table;
  const text = above.map(({ cells }) => cells.join(" ")).join(" ");
  const list = describeRows(rowList(above.map(({ row }) => row)));
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  const note = `${list} ${above.length === 1 ? "stands" : "stand"} above the names of the columns and ${above.length === 1 ? "was" : "were"} left out: “${short}”`;
  const titles = above.map(({ cells }) => cells.join(" ").trim());
  return {
    ...table,
    rows: rows.slice(named),
    titleRows: above.length,
    titles,
    notes: [...table.notes, note],
  };
}
