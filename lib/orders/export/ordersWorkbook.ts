import writeExcelFile from "write-excel-file/browser";
import type { ExportedOrder } from "#lib/contracts/orderExport.ts";
import { ordersSheet } from "./orderTable.ts";

/** The orders as an XLSX file. */
export function ordersWorkbook(orders: readonly ExportedOrder[]): Promise<Blob> {
  const { rows, widths } = ordersSheet(orders);
  return writeExcelFile(rows, { columns: widths, stickyRowsCount: 1, sheet: "Orders" }).toBlob();
}
