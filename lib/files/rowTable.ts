import { csvForPrograms, csvForSpreadsheets, type CsvColumn } from "./csvTable.ts";
import type { Sheet, SheetCell } from "./workbook.ts";

/** A column of a file. `number` for values that a spreadsheet may calculate with; everything else is text, including digits. */
export type RowColumn<Row> = {
  head: string;
  kind: "text" | "number";
  /** A word or a time of our own, which spreadsheets may read as they like. */
  isOurs?: true;
  width: number;
  value: (row: Row) => string;
};

/** The text of a cell; empty for what is not known. */
export const cellText = (value: string | number | null): string => (value === null ? "" : String(value));

/** A moment as files write it, in UTC. */
export const cellTime = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)}`;

function csvColumns<Row>(columns: readonly RowColumn<Row>[]): CsvColumn[] {
  return columns.map(({ head, kind, isOurs }) => ({
    head,
    kind: kind === "text" && isOurs !== true ? "text" : "value",
  }));
}

function csvRows<Row>(columns: readonly RowColumn<Row>[], rows: readonly Row[]): string[][] {
  return rows.map((row) => columns.map(({ value }) => value(row)));
}

/** Rows as CSV for spreadsheets: no text in it is taken for a formula, a number or a date. */
export function rowsCsv<Row>(columns: readonly RowColumn<Row>[], rows: readonly Row[]): string {
  return csvForSpreadsheets(csvColumns(columns), csvRows(columns, rows));
}

/** Rows as CSV for programs: every text exactly as it is. */
export function rowsPlainCsv<Row>(columns: readonly RowColumn<Row>[], rows: readonly Row[]): string {
  return csvForPrograms(csvColumns(columns), csvRows(columns, rows));
}

/** Spreadsheets calculate with fifteen digits; a larger amount is written as text, so that it stays exact. */
const EXACT_DIGITS = 15;

function sheetCell<Row>({ kind, value }: RowColumn<Row>, row: Row): SheetCell {
  const cell = value(row);
  const number = Number(cell);
  // Without a currency, an amount is no number.
  if (kind === "text" || cell === "" || Number.isNaN(number)) return cell;
  if (cell.replace(/\D/g, "").length > EXACT_DIGITS) return cell;
  return { number, decimals: cell.split(".")[1]?.length ?? 0 };
}

/** Rows as a worksheet. */
export function rowsSheet<Row>(
  name: string,
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
): Sheet {
  return { name, columns, rows: () => rows.map((row) => columns.map((column) => sheetCell(column, row))) };
}
