"use client";

import { EXPORT_LIMITS, type ExportedOrder, type ExportOrdersRequest } from "#lib/contracts/orderExport.ts";
import type { TableFile } from "#lib/files/rowTable.ts";
import { ordersCsv, ordersPlainCsv } from "#lib/orders/export/orderTable.ts";
import { exportOrders } from "#lib/queries/orderList.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ExportRows } from "#components/shell/export/ExportRows.tsx";

export type ExportDialogProps = Pick<ExportOrdersRequest, "chosen"> & {
  format: TableFile;
  onClose: () => void;
};

/** Exports orders, without their codes. */
export function ExportDialog({ chosen, format: file, onClose }: ExportDialogProps) {
  const environment = useEnvironment();
  return (
    <ExportRows<ExportedOrder>
      {...{ file, contentOf, onClose }}
      one="order"
      many="orders"
      remark="It holds no codes."
      limits={EXPORT_LIMITS}
      readPage={(format, cursor, signal) => exportOrders(environment, { format, chosen, cursor }, signal)}
    />
  );
}

async function contentOf(file: TableFile, orders: readonly ExportedOrder[]): Promise<BlobPart> {
  if (file === "xlsx") return workbookOf(orders);
  return file === "csv" ? ordersCsv(orders) : ordersPlainCsv(orders);
}

async function workbookOf(orders: readonly ExportedOrder[]): Promise<BlobPart> {
  const { ordersWorkbook } = await import("#lib/orders/export/ordersWorkbook.ts");
  return ordersWorkbook(orders);
}
