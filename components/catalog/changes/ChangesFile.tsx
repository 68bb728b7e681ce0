"use client";

import { changesCsv, changesPlainCsv, changesSheet } from "#lib/catalog/export/changesTable.ts";
import type { CatalogChange, ChangesFilter } from "#lib/contracts/catalog/catalogChanges.ts";
import type { TableFile } from "#lib/files/tableFiles.ts";
import { exportChanges } from "#lib/queries/catalog/catalogChanges.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ExportRows } from "#components/shell/export/ExportRows.tsx";

/** Most changes in one file: a workbook is built in memory. */
const LIMITS = { csv: 100_000, xlsx: 20_000 };

const FILES = { csv: changesCsv, plainCsv: changesPlainCsv, sheet: changesSheet };

export type ChangesFileProps = { filter: ChangesFilter; file: TableFile; onClose: () => void };

/** The file of the changes that a filter leaves. */
export function ChangesFile({ filter, file, onClose }: ChangesFileProps) {
  const environment = useEnvironment();
  return (
    <ExportRows<CatalogChange>
      file={file}
      onClose={onClose}
      files={FILES}
      one="change"
      many="changes"
      limits={LIMITS}
      readPage={(format, cursor, signal) => exportChanges(environment, { format, filter, cursor }, signal)}
    />
  );
}
