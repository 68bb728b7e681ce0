import { usualWidth, type ImportTable, type TableRow } from "#lib/orders/import/table/importTable.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { IMPORT_FIELDS, type ColumnMapping } from "./columns.ts";

/** How wide a row of separated text may be. */
export type TableWidth = {
  /** The number of columns up to the last one that has a name, or cells in most rows. */
  columns: number;
  /** The number of cells that a row may be written with, blank ones at its end included. */
  written: number;
  /** Columns without a name, in which a cell is one too many: after the first column of the order, and not chosen by a member. */
  unnamed: ReadonlySet<number>;
  /** In a table without names, the column after the amount if nothing else is in it: digits there may be the rest of the amount. */
  rest?: number;
};

const writtenIn = ({ cells, written }: TableRow) => written ?? cells.length;

/** The width of separated text by its row of names, otherwise by most of its rows. */
export function tableWidth(
  head: TableRow | null,
  body: readonly TableRow[],
  mapping: ColumnMapping,
): TableWidth {
  const used = IMPORT_FIELDS.flatMap((field) => mapping[field] ?? []);
  if (head === null) {
    return {
      columns: usualWidth(body.map(({ cells }) => cells.length)).width,
      written: usualWidth(body.map(writtenIn)).width,
      unnamed: new Set(),
      ...(mapping.amount === undefined || used.includes(mapping.amount + 1)
        ? {}
        : { rest: mapping.amount + 1 }),
    };
  }
  const first = Math.min(...used);
  const unnamed = head.cells.flatMap((name, column) =>
    name.trim() === "" && column > first && !used.includes(column) ? column : [],
  );
  return { columns: head.cells.length, written: writtenIn(head), unnamed: new Set(unnamed) };
}

/** Whether a row has a cell, even a blank one, for which the table has no column: it may have been split in the wrong places. */
export function isTooWide(row: TableRow, { columns, written, unnamed, rest }: TableWidth): boolean {
  return (
    row.cells.length > columns ||
    (rest !== undefined && /^\s*\p{Nd}{2,3}(?!\p{Nd})/u.test(row.cells[rest] ?? "")) ||
    writtenIn(row) > Math.max(written, columns) ||
    [...unnamed].some((column) => (row.cells[column] ?? "").trim() !== "")
  );
}

/** The cells of a row that is too wide if its amount was split at a comma; null if it wasn't. */
export function withJoinedAmount(
  row: TableRow,
  { columns, written }: TableWidth,
  { amount }: ColumnMapping,
  separator: ImportTable["separator"],
): string[] | null {
  if (separator !== "," || amount === undefined) return null;
  const surplus = Math.max(row.cells.length - columns, writtenIn(row) - Math.max(written, columns));
  const { cells } = row;
  const parts = cells.slice(amount, amount + surplus + 1);
  if (surplus < 1 || parts.length <= surplus || !isSplitNumber(parts)) return null;
  return [
    ...cells.slice(0, amount),
    parts.map((part) => part.trim()).join(","),
    ...cells.slice(amount + surplus + 1),
  ];
}

function isSplitNumber([first = "", ...others]: readonly string[]): boolean {
  return /\p{Nd}$/u.test(first.trim()) && others.every((part) => /^\p{Nd}{1,3}(?!\p{Nd})/u.test(part.trim()));
}

/** Why such a row is refused; `likely`: what it means if a comma of its amount split it. */
export function tooWideMessage(likely: Readonly<Record<"amount" | "quantity", string>> | null): string {
  const what = "This row has more cells than the table has columns.";
  return likely === null
    ? `${what} An amount such as 25,50 needs quotation marks around it, or the table another separator.`
    : `${what} It probably means the amount ${likely.amount} and the quantity ${likely.quantity}: an amount with a comma needs quotation marks around it.`;
}

/** What remains of a number that fell apart at a comma: `1,001.50` leaves 001.50, and `89,01` leaves 01. */
export function isRestOfNumber(text: string): boolean {
  return /^0\d{1,2}(?!\d)/.test(asciiDigits(text));
}
