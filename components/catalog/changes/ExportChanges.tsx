"use client";

import { useState } from "react";
import type { ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import type { TableFile } from "#lib/files/tableFiles.ts";
import { ExportFormats } from "#components/shell/export/ExportFormats.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";

const ChangesFile = loadedOnUse(async () => (await import("./ChangesFile.tsx")).ChangesFile, closeDialog);

/** Exports the changes that a filter leaves as CSV or XLSX. */
export function ExportChanges({ filter }: { filter: ChangesFilter }) {
  const [file, setFile] = useState<TableFile | null>(null);
  return (
    <>
      <ExportFormats label="Export" onFormat={setFile} />
      {file === null ? null : <ChangesFile filter={filter} file={file} onClose={() => setFile(null)} />}
    </>
  );
}
