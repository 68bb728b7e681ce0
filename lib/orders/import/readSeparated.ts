import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import type { ImportTable, TableRow } from "#lib/orders/import/table/importTable.ts";
import { countKnownHeads } from "./columns.ts";
import { tooLong, tooWide } from "#lib/orders/import/table/tooLarge.ts";
import { guessSeparator, namedSeparator, refuseTooWide } from "./separators.ts";
import { splitTable } from "./splitRecords.ts";

export type SeparatedTable = { table: ImportTable; separator: string };

/**
 * Reads pasted or decoded text as a table. Without a separator, it is guessed.
 * @throws ImportRefusal
 */
export function readSeparated(given: string, chosen?: string): SeparatedTable {
  const lines = given.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const named = namedSeparator(lines);
  const text = named?.rest ?? lines;
  const separator = chosen ?? named?.separator ?? guessSeparator(text, countKnownHeads);
  refuseTooWide(text, separator);
  // One more than allowed, and the empty one after the last line break.
  const { records, quotesAreText } = splitTable(text, separator, IMPORT_LIMITS.rows + 2);
  // The line break at the end of the last line does not begin a row.
  if (text.endsWith("\n")) records.pop();
  if (records.length > IMPORT_LIMITS.rows) throw tooLong();
  const first = named ? 2 : 1;
  const rows: TableRow[] = [];
  records.forEach((cells, index) => {
    const lastFilled = cells.findLastIndex((cell) => cell.trim() !== "");
    if (lastFilled === -1) return;
    if (lastFilled >= IMPORT_LIMITS.columns) throw tooWide();
    const written = cells.length > lastFilled + 1 ? { written: cells.length } : {};
    rows.push({ row: first + index, cells: cells.slice(0, lastFilled + 1), ...written });
  });
  const notes = quotesAreText
    ? ["Some quotation marks in this table are not closed, so all of them were read as ordinary characters."]
    : [];
  const blankRows = records.length - rows.length;
  return {
    separator,
    table: { rows, blankRows, hiddenRows: 0, formulas: 0, separator, notes },
  };
}
