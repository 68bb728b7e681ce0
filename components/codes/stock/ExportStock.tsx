"use client";

import { useState } from "react";
import type { TableFile } from "#lib/files/tableFiles.ts";
import { ExportFormats } from "#components/shell/export/ExportFormats.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const StockFile = loadedOnUse(async () => (await import("./StockFile.tsx")).StockFile, closeDialog);

/** Exports the stock as CSV or XLSX. */
export function ExportStock() {
  const [file, setFile] = useState<TableFile | null>(null);
  return (
    <>
      <ExportFormats label="Export" onFormat={setFile} />
      {file === null ? null : <StockFile file={file} onClose={() => setFile(null)} />}
    </>
  );
}
