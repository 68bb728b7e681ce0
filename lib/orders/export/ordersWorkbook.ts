import type { ExportedOrder } from "#lib/contracts/orderExport.ts";
import { workbookFile } from "#lib/files/workbookFile.ts";
import { ordersSheet } from "./orderTable.ts";

/** The orders as an XLSX file. */
export function ordersWorkbook(orders: readonly ExportedOrder[]): Promise<Uint8Array<ArrayBuffer>> {
  return workbookFile(ordersSheet(orders));
}
