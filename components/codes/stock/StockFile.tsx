"use client";

import { stockCsv, stockPlainCsv, stockSheet, type StockItem } from "#lib/codes/export/stockTable.ts";
import { MOST_EXPORTED } from "#lib/contracts/codes/stock.ts";
import type { TableFile } from "#lib/files/tableFiles.ts";
import { exportStock } from "#lib/queries/codes.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ExportRows } from "#components/shell/export/ExportRows.tsx";

const LIMITS = { csv: MOST_EXPORTED, xlsx: MOST_EXPORTED };
const FILES = { csv: stockCsv, plainCsv: stockPlainCsv, sheet: stockSheet };

/** The file of the stock. */
export function StockFile({ file, onClose }: { file: TableFile; onClose: () => void }) {
  const environment = useEnvironment();
  return (
    <ExportRows<StockItem>
      file={file}
      onClose={onClose}
      files={FILES}
      one="product"
      many="stock"
      limits={LIMITS}
      readPage={async (format, _, signal) => {
        const { items } = await exportStock(environment, { format }, signal);
        return { items, nextCursor: null };
      }}
    />
  );
}
