import type { ExportedOrder } from "#lib/contracts/orderExport.ts";
import { csvForPrograms, csvForSpreadsheets, type CsvColumn } from "#lib/files/csvTable.ts";
import type { Sheet, SheetCell } from "#lib/files/workbook.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";

/** What a list of orders is exported as: of the two CSV files, the first is for spreadsheets, the second for programs. */
export type OrderFile = "csv" | "plain-csv" | "xlsx";

/** A column of the file. `number` for values that a spreadsheet may calculate with; everything else is text, including digits. */
type Column = {
  head: string;
  kind: "text" | "number";
  /** A word or a time of our own, which spreadsheets may read as they like. */
  isOurs?: true;
  width: number;
  value: (order: ExportedOrder) => string;
};

const text = (value: string | number | null): string => (value === null ? "" : String(value));

const COLUMNS: readonly Column[] = [
  { head: "Products", kind: "text", width: 48, value: ({ products }) => products.join("; ") },
  { head: "State", kind: "text", isOurs: true, width: 16, value: ({ state }) => STATES[state].word },
  { head: "Status of the service", kind: "text", width: 20, value: ({ statusName }) => text(statusName) },
  {
    head: "Total",
    kind: "number",
    width: 14,
    value: ({ price, currency }) => (price === null ? "" : amountForFile(price, currency)),
  },
  { head: "Currency", kind: "text", isOurs: true, width: 10, value: ({ currency }) => text(currency) },
  { head: "Ordered", kind: "number", width: 10, value: ({ ordered, quantity }) => text(ordered ?? quantity) },
  { head: "Delivered", kind: "number", width: 10, value: ({ delivered }) => text(delivered) },
  {
    head: "Order reference",
    kind: "text",
    width: 34,
    value: ({ externalOrderCode }) => text(externalOrderCode),
  },
  { head: "Order ID", kind: "text", width: 14, value: ({ orderId }) => text(orderId) },
  {
    head: "Placed (UTC)",
    kind: "text",
    isOurs: true,
    width: 22,
    value: ({ createdAt }) => `${createdAt.slice(0, 10)} ${createdAt.slice(11, 19)}`,
  },
  { head: "Placed by", kind: "text", width: 22, value: ({ placedBy }) => text(placedBy) },
  { head: "Purchase order", kind: "text", width: 18, value: ({ purchaseOrder }) => text(purchaseOrder) },
  { head: "Tags", kind: "text", width: 20, value: ({ tags }) => tags.join(", ") },
  { head: "Note", kind: "text", width: 30, value: ({ note }) => text(note) },
  {
    head: "Origin",
    kind: "text",
    isOurs: true,
    width: 10,
    value: ({ origin }) => (origin === "found" ? "Found" : "Placed"),
  },
];

const CSV_COLUMNS: readonly CsvColumn[] = COLUMNS.map(({ head, kind, isOurs }) => ({
  head,
  kind: kind === "text" && isOurs !== true ? "text" : "value",
}));

function csvRows(orders: readonly ExportedOrder[]): string[][] {
  return orders.map((order) => COLUMNS.map(({ value }) => value(order)));
}

/** The orders as CSV for spreadsheets: no text in it is taken for a formula, a number or a date. */
export function ordersCsv(orders: readonly ExportedOrder[]): string {
  return csvForSpreadsheets(CSV_COLUMNS, csvRows(orders));
}

/** The orders as CSV for programs: every text exactly as it is. */
export function ordersPlainCsv(orders: readonly ExportedOrder[]): string {
  return csvForPrograms(CSV_COLUMNS, csvRows(orders));
}

/** Spreadsheets calculate with fifteen digits; a larger amount is written as text, so that it stays exact. */
const EXACT_DIGITS = 15;

function sheetCell({ kind, value }: Column, order: ExportedOrder): SheetCell {
  const cell = value(order);
  const number = Number(cell);
  // Without a currency, an amount is no number.
  if (kind === "text" || cell === "" || Number.isNaN(number)) return cell;
  if (cell.replace(/\D/g, "").length > EXACT_DIGITS) return cell;
  return { number, decimals: cell.split(".")[1]?.length ?? 0 };
}

/** The orders as a worksheet. */
export function ordersSheet(orders: readonly ExportedOrder[]): Sheet {
  return {
    name: "Orders",
    columns: COLUMNS,
    rows: () => orders.map((order) => COLUMNS.map((column) => sheetCell(column, order))),
  };
}
