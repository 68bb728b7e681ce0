"use client";

import { useState } from "react";
import type { ExportOrdersRequest } from "#lib/contracts/orders/orderExport.ts";
import type { TableFile } from "#lib/files/rowTable.ts";
import { ExportFormats } from "#components/shell/export/ExportFormats.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const ExportDialog = loadedOnUse(async () => (await import("./ExportDialog.tsx")).ExportDialog, closeDialog);

export type ExportMenuProps = { chosen: ExportOrdersRequest["chosen"]; label: string };

/** Exports orders as CSV or XLSX. */
export function ExportMenu({ chosen, label }: ExportMenuProps) {
  const [format, setFormat] = useState<TableFile | null>(null);
  return (
    <>
      <ExportFormats label={label} onFormat={setFormat} />
      {format === null ? null : (
        <ExportDialog chosen={chosen} format={format} onClose={() => setFormat(null)} />
      )}
    </>
  );
}
