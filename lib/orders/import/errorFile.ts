import Papa from "papaparse";
import { withApostrophe } from "#lib/text/formula.ts";
import { IMPORT_FIELDS, FIELD_LABELS, type ColumnMapping, type ImportField } from "./columns.ts";
import type { BadRow } from "./checkTable.ts";

/** Tells spreadsheets the encoding; without it they read the file as windows-1252. */
const BYTE_ORDER_MARK = "\ufeff";

/** The headings of a template, which are recognised when it is imported. */
export const TEMPLATE_HEADS = IMPORT_FIELDS.map((field) => FIELD_LABELS[field]);

/**
 * A CSV file for spreadsheets. Cells that a spreadsheet would evaluate as a formula get an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvFile(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((cells) => cells.map(withApostrophe));
  return BYTE_ORDER_MARK + Papa.unparse(safe) + "\r\n";
}

/** The reasons of a row in one text. */
export function reasonOf({ verdict }: Pick<BadRow, "verdict">): string {
  return Object.values(verdict.problems).join(" ");
}

/** The rows that need work, with all their current cells, their numbers in the original file and the reasons. */
export function errorFile(
  bad: readonly BadRow[],
  heads: readonly string[] | null,
  mapping: ColumnMapping,
): string {
  const width = Math.max(heads?.length ?? 0, ...bad.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, column) => heads?.[column] ?? headOf(column, mapping));
  const added = addedFields(bad, mapping);
  const rows = bad.map((each) => [
    ...columns.map((_, column) => cellAt(each, column, mapping)),
    ...added.map((field) => each.row.values[field]),
    String(each.row.row),
    reasonOf(each),
  ]);
  return csvFile([[...columns, ...added.map((field) => FIELD_LABELS[field]), "Row", "Reason"], ...rows]);
}

/** Fields that have no column in the table and were filled in while fixing. */
function addedFields(bad: readonly BadRow[], mapping: ColumnMapping): ImportField[] {
  return IMPORT_FIELDS.filter((field) => {
    const usual = field === "quantity" ? "1" : "";
    return mapping[field] === undefined && bad.some(({ row }) => row.values[field] !== usual);
  });
}

function headOf(column: number, mapping: ColumnMapping): string {
  const field = fieldAt(column, mapping);
  return field === undefined ? "" : FIELD_LABELS[field];
}

function fieldAt(column: number, mapping: ColumnMapping): ImportField | undefined {
  return IMPORT_FIELDS.find((field) => mapping[field] === column);
}

function cellAt({ row, cells }: BadRow, column: number, mapping: ColumnMapping): string {
  const field = fieldAt(column, mapping);
  return field === undefined ? (cells[column] ?? "") : row.values[field];
}
