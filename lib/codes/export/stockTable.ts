import { leftOf } from "#lib/codes/leftOf.ts";
import type { Stock } from "#lib/contracts/codes/stock.ts";
import { cellText, rowsCsv, rowsPlainCsv, rowsSheet, type RowColumn } from "#lib/files/rowTable.ts";
import type { Sheet } from "#lib/files/workbook.ts";

export type StockItem = Stock["items"][number];

const count = (head: string, of: (item: StockItem) => number): RowColumn<StockItem> => ({
  head,
  kind: "number",
  width: 12,
  value: (item) => String(of(item)),
});

const COLUMNS: readonly RowColumn<StockItem>[] = [
  { head: "Product ID", kind: "text", isOurs: true, width: 14, value: ({ productId }) => String(productId) },
  { head: "Product", kind: "text", width: 48, value: ({ productName }) => cellText(productName) },
  count("Left", leftOf),
  count("Untouched", ({ untouched }) => untouched),
  count("Revealed", ({ revealed }) => revealed),
  count("Exported", ({ exported }) => exported),
  count("Handed out", ({ handedOut }) => handedOut),
  count("Disputed", ({ disputed }) => disputed),
  count("Expired", ({ expired }) => expired),
  {
    head: "Expires next",
    kind: "text",
    isOurs: true,
    width: 14,
    value: ({ nextExpiry }) => cellText(nextExpiry),
  },
  count("Delivered", ({ delivered }) => delivered),
];

/** The stock as CSV for spreadsheets. */
export function stockCsv(items: readonly StockItem[]): string {
  return rowsCsv(COLUMNS, items);
}

/** The stock as CSV for programs. */
export function stockPlainCsv(items: readonly StockItem[]): string {
  return rowsPlainCsv(COLUMNS, items);
}

/** The stock as a worksheet. */
export function stockSheet(items: readonly StockItem[]): Sheet {
  return rowsSheet("Stock", COLUMNS, items);
}
