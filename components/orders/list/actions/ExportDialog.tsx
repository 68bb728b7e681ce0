"use client";

import {
  EXPORT_LIMITS,
  type ExportedOrder,
  type ExportOrdersRequest,
} from "#lib/contracts/orders/orderExport.ts";
import type { TableFile } from "#lib/files/tableFiles.ts";
import { ordersCsv, ordersPlainCsv, ordersSheet } from "#lib/orders/export/orderTable.ts";
import { exportOrders } from "#lib/queries/orders/orderList.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ExportRows } from "#components/shell/export/ExportRows.tsx";

const FILES = { csv: ordersCsv, plainCsv: ordersPlainCsv, sheet: ordersSheet };

export type ExportDialogProps = Pick<ExportOrdersRequest, "chosen"> & {
  format: TableFile;
  onClose: () => void;
};

/** Exports orders, without their codes. */
export function ExportDialog({ chosen, format: file, onClose }: ExportDialogProps) {
  const environment = useEnvironment();
  return (
    <ExportRows<ExportedOrder>
      file={file}
      onClose={onClose}
      files={FILES}
      one="order"
      many="orders"
      remark="It holds no codes."
      limits={EXPORT_LIMITS}
      readPage={(format, cursor, signal) => exportOrders(environment, { format, chosen, cursor }, signal)}
    />
  );
}
