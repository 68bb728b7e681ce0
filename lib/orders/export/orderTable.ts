import type { ExportedOrder } from "#lib/contracts/orders/orderExport.ts";
import {
  cellText as text,
  cellTime,
  rowsCsv,
  rowsPlainCsv,
  rowsSheet,
  type RowColumn,
} from "#lib/files/rowTable.ts";
import type { Sheet } from "#lib/files/workbook.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";
import { automationInWords } from "#lib/orders/automation/automationWords.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";

const COLUMNS: readonly RowColumn<ExportedOrder>[] = [
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
    value: ({ createdAt }) => cellTime(createdAt),
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
  {
    head: "Placed automatically by",
    kind: "text",
    width: 26,
    value: ({ automation }) => (automation === null ? "" : automationInWords(automation)),
  },
];

/** The orders as CSV for spreadsheets. */
export function ordersCsv(orders: readonly ExportedOrder[]): string {
  return rowsCsv(COLUMNS, orders);
}

/** The orders as CSV for programs. */
export function ordersPlainCsv(orders: readonly ExportedOrder[]): string {
  return rowsPlainCsv(COLUMNS, orders);
}

/** The orders as a worksheet. */
export function ordersSheet(orders: readonly ExportedOrder[]): Sheet {
  return rowsSheet("Orders", COLUMNS, orders);
}
