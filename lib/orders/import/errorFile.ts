import Papa from "papaparse";
import { withApostrophe } from "#lib/text/formula.ts";
import { isOfSeveralRows } from "./cellKinds.ts";
import {
  columnLetters,
  fieldOfHead,
  FIELD_LABELS,
  IMPORT_FIELDS,
  mayBeQuantity,
  type ColumnMapping,
  type ImportField,
} from "./columns.ts";
import type { BadRow, TableVerdict } from "./checkTable.ts";
import { allDoubts } from "./rowDoubts.ts";
import { DOWNLOAD_HEADS } from "./downloadHeads.ts";
import type { TableWidth } from "./tableWidth.ts";

/** Tells spreadsheets the encoding; without it they read the file as windows-1252. */
const BYTE_ORDER_MARK = "\ufeff";

/** The headings of a template, which are recognised when it is imported. */
export const TEMPLATE_HEADS = IMPORT_FIELDS.map((field) => FIELD_LABELS[field]);

const SAMPLES: readonly Partial<Record<ImportField, string>>[] = [
  { name: "Sample: name of a product", amount: "25", quantity: "10", country: "DE", currency: "EUR" },
  { productId: "Sample: product ID", quantity: "1" },
];
/** How a template is filled in. Imported, these rows are of no product, so nobody orders them by mistake. */
export const TEMPLATE_ROWS = SAMPLES.map((sample) => IMPORT_FIELDS.map((field) => sample[field] ?? ""));

/**
 * A CSV file for spreadsheets that can be imported again. Cells that a spreadsheet would evaluate as a formula get an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csvFile(rows: readonly (readonly string[])[]): string {
  const safe = rows.map((cells) => cells.map(withApostrophe));
  return BYTE_ORDER_MARK + Papa.unparse(safe) + "\r\n";
}

/** The reasons of a row in one text, also those that are said later. */
export function reasonOf({ row, verdict }: Pick<BadRow, "row" | "verdict">): string {
  const doubts = allDoubts(row.doubt).map(({ text }) => text);
  return [...new Set([...Object.values(verdict.problems), ...doubts])].join(" ");
}

/**
 * The rows that need work, with all their current cells, the reasons and their numbers in the original file. Imported again, it is read
 * by the same columns, and what was refused is refused again. A number beside an amount could be taken for its decimals, so the reasons
 * stand between.
 */
export function errorFile(
  { bad, width }: Pick<TableVerdict, "bad" | "width">,
  heads: readonly string[] | null,
  mapping: ColumnMapping,
): string {
  const surplus =
    width !== null && bad.some(({ row }) => row.isTooWide) ? surplusColumns(width, heads) : null;
  const count = Math.max(
    heads?.length ?? 0,
    (surplus?.at(-1) ?? -1) + 1,
    ...bad.map(({ cells }) => cells.length),
  );
  const columns = Array.from({ length: count }, (_, column) => ({
    column,
    head: isSurplus(column, width, surplus)
      ? ""
      : headOf(column, heads, mapping) + statedAt(column, bad, mapping),
  }));
  const added = addedFields(bad, mapping);
  const rows = bad.map((each) => [
    ...columns.map(({ column }) => cellAt(each, column, mapping)),
    ...added.map((field) => each.row.values[field]),
    reasonOf(each),
    String(each.row.row),
  ]);
  rows.forEach((cells, at) => {
    const [first] = surplus ?? [];
    if (first === undefined || bad[at]?.row.isTooWide !== true) return;
    const isShown = columns.some(({ column }) => isSurplus(column, width, surplus) && cells[column] !== "");
    if (!isShown) cells[first] = BLANK_CELL;
  });
  const names = [...columns.map(({ head }) => head), ...added.map((field) => FIELD_LABELS[field])];
  return csvFile([[...names, DOWNLOAD_HEADS.reason, DOWNLOAD_HEADS.row], ...rows]);
}

/** Stands for the blank cell because of which a row is refused, so that it is refused in the download too. */
const BLANK_CELL = "(blank)";

/** The columns without a name, in which a cell is one too many. */
function surplusColumns({ columns, unnamed }: TableWidth, heads: readonly string[] | null): number[] {
  return [...(heads === null ? [] : unnamed), columns];
}

function isSurplus(column: number, width: TableWidth | null, surplus: readonly number[] | null): boolean {
  return surplus !== null && width !== null && (column >= width.columns || surplus.includes(column));
}

/** Fields that have no column in the table and were filled in while fixing. */
function addedFields(bad: readonly BadRow[], mapping: ColumnMapping): ImportField[] {
  return IMPORT_FIELDS.filter((field) => {
    const usual = field === "quantity" ? "1" : "";
    return mapping[field] === undefined && bad.some(({ row }) => row.values[field] !== usual);
  });
}

/**
 * The column's own name, if it is understood as the column is used now. Every column is named, because cells in one without a name
 * are taken for the parts of a split amount.
 */
function headOf(column: number, heads: readonly string[] | null, mapping: ColumnMapping): string {
  const field = fieldAt(column, mapping);
  const own = heads?.[column]?.trim() ?? "";
  const meant = fieldOfHead(own);
  if (field !== undefined) return meant === field && isOnly(own, heads) ? own : FIELD_LABELS[field];
  if (own === "") return `Column ${columnLetters(column)}`;
  return meant === undefined && !mayBeQuantity(own) ? own : `${own} (not used)`;
}

/** The currency that was stated above the table or in another heading, so that it is compared again. */
function statedAt(column: number, bad: readonly BadRow[], mapping: ColumnMapping): string {
  const stated = bad.find(({ row }) => row.stated !== null)?.row.stated;
  return mapping.amount === column && stated ? ` (${stated.text})` : "";
}

function isOnly(head: string, heads: readonly string[] | null): boolean {
  return heads?.filter((each) => fieldOfHead(each) === fieldOfHead(head)).length === 1;
}

/** Stands for a formula without a result: a blank amount would be the product's price. */
const NO_RESULT = "(no result)";

function fieldAt(column: number, mapping: ColumnMapping): ImportField | undefined {
  return IMPORT_FIELDS.find((field) => mapping[field] === column);
}

function cellAt({ row, cells }: BadRow, column: number, mapping: ColumnMapping): string {
  const field = fieldAt(column, mapping);
  if (field === undefined) {
    const isBlank =
      allDoubts(row.doubt).some(({ blank }) => blank === column) && (cells[column] ?? "").trim() === "";
    return isBlank ? BLANK_CELL : (cells[column] ?? "");
  }
  const kind = row.cellKinds[field];
  if (kind === "unknown-result") return NO_RESULT;
  // In brackets, so that it is not taken for the row's own value.
  return isOfSeveralRows(kind, field) ? `(${row.values[field]})` : row.values[field];
}
