import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import type { ImportTable, TableRow } from "#lib/orders/import/table/importTable.ts";
import { countKnownHeads } from "./columns.ts";
import { describeRows, rowList } from "./rowList.ts";
import { tooLong, tooWide } from "#lib/orders/import/table/tooLarge.ts";
import { guessSeparator, namedSeparator, refuseTooWide } from "./separators.ts";
import { splitTable } from "./splitRecords.ts";

export type SeparatedTable = { table: ImportTable; separator: string };

/** How separated text is read, where a member has decided. */
export type SeparatedChoice = { separator?: string; quotesAreText?: boolean };

/**
 * Reads pasted or decoded text as a table. Without a separator, it is guessed.
 * @throws ImportRefusal
 */
export function readSeparated(given: string, choice: SeparatedChoice = {}): SeparatedTable {
  const lines = given.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const named = namedSeparator(lines);
  const text = named?.rest ?? lines;
  const separator = choice.separator ?? named?.separator ?? guessSeparator(text, countKnownHeads);
  refuseTooWide(text, separator);
  // One more than allowed, and the empty one after the last line break.
  const { records, quotesAreText } = splitTable(
    text,
    separator,
    IMPORT_LIMITS.rows + 2,
    choice.quotesAreText,
  );
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
  const notes = [...notesOnQuotes(quotesAreText, choice), ...notesOnBreaks(rows, separator)];
  const blankRows = records.length - rows.length;
  return {
    separator,
    table: {
      rows,
      blankRows,
      titleRows: 0,
      hiddenRows: 0,
      hiddenColumns: [],
      quotes: swallowedRows(rows, separator),
      formulas: 0,
      separator,
      notes,
    },
  };
}

function notesOnQuotes(areText: boolean, choice: SeparatedChoice): string[] {
  if (!areText) return [];
  return choice.quotesAreText === true
    ? ["All quotation marks were read as ordinary characters."]
    : ["Some quotation marks in this table are not closed, so all of them were read as ordinary characters."];
}

const isBroken = (cell: string) => cell.includes("\n");

/** Cells with a line break or a tab can only come from quotation marks, which may have been part of the text. */
function notesOnBreaks(rows: readonly TableRow[], separator: string): string[] {
  const isInner = (cell: string) => isBroken(cell) || (separator === "\t" && cell.includes("\t"));
  const found = rows.filter(({ cells }) => cells.some(isInner)).map(({ row }) => row);
  return found.length === 0
    ? []
    : [
        `${describeRows(rowList(found))} ${found.length === 1 ? "has" : "have"} a cell in quotation marks that holds a line break or a tab.`,
      ];
}

/** Two quotation marks that belong to the text of two rows make one cell of all that is between them. */
function swallowedRows(rows: readonly TableRow[], separator: string): ImportTable["quotes"] {
  const isSeveral = (cell: string) => isBroken(cell) && cell.includes(separator);
  const found = rows.filter(({ cells }) => cells.some(isSeveral));
  const sample = found[0]?.cells.find(isSeveral);
  return sample === undefined
    ? null
    : { rows: rowList(found.map(({ row }) => row)), sample: sample.replace(/\s+/g, " ").slice(0, SAMPLE) };
}

const SAMPLE = 80;
