"use client";

import { useState } from "react";
import type { ExportOrdersRequest } from "#lib/contracts/orders/orderExport.ts";
import type { TableFile } from "#lib/files/tableFiles.ts";
import { usePageRequest } from "#components/shell/page/pageRequests.ts";
import { ExportFormats } from "#components/shell/export/ExportFormats.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const ExportDialog = loadedOnUse(async () => (await import("./ExportDialog.tsx")).ExportDialog, closeDialog);

export type ExportMenuProps = {
  chosen: ExportOrdersRequest["chosen"];
  label: string;
  /** It exports also for who asks for it elsewhere, such as in the palette. */
  isAskable?: boolean;
};

/** Exports orders as CSV or XLSX. */
export function ExportMenu({ chosen, label, isAskable = false }: ExportMenuProps) {
  const [format, setFormat] = useState<TableFile | null>(null);
  usePageRequest("export-orders", isAskable ? setFormat : null);
  return (
    <>
      <ExportFormats label={label} onFormat={setFormat} />
      {format === null ? null : (
        <ExportDialog chosen={chosen} format={format} onClose={() => setFormat(null)} />
      )}
    </>
  );
}
