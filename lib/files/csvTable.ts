import { csvCell, csvHead, quoted } from "./csvCell.ts";

/** Tells spreadsheets the encoding; without it they read the file as windows-1252. */
const BYTE_ORDER_MARK = "\ufeff";
const SEPARATOR = ",";

/** A column of a table. `text` is anybody's: in spreadsheets it stays as it is. `value` is ours: a number, a date or a word of our own. */
export type CsvColumn = { head: string; kind: "text" | "value" };

/** A CSV file that spreadsheets show as it is: they take no text for a number, a date or a formula (csvCell). */
export function csvForSpreadsheets(
  columns: readonly CsvColumn[],
  rows: readonly (readonly string[])[],
): string {
  const cell = (text: string, at: number) =>
    columns[at]?.kind === "value" ? csvHead(text, SEPARATOR) : csvCell(text, SEPARATOR);
  return table([
    columns.map(({ head }) => csvHead(head, SEPARATOR)),
    ...rows.map((cells) => cells.map(cell)),
  ]);
}

/** A CSV file for programs: every text exactly as it is. A spreadsheet would evaluate the formulas in it. */
export function csvForPrograms(columns: readonly CsvColumn[], rows: readonly (readonly string[])[]): string {
  const heads = columns.map(({ head }) => head);
  return table([heads, ...rows].map((cells) => cells.map((text) => quoted(text, SEPARATOR))));
}

function table(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => `${cells.join(SEPARATOR)}\r\n`).join("");
}
