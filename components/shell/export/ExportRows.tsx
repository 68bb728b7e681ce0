"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { TableFile } from "#lib/files/tableFiles.ts";
import type { Sheet } from "#lib/files/workbook.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { Modal } from "#components/ui/overlays/Modal.tsx";

type Format = "csv" | "xlsx";
/** How rows are written to each kind of file. */
export type RowFiles<Row> = {
  csv: (rows: readonly Row[]) => string;
  plainCsv: (rows: readonly Row[]) => string;
  sheet: (rows: readonly Row[]) => Sheet;
};

type State = { kind: "reading" | "done"; count: number } | { kind: "failed"; message: string };

export type ExportRowsProps<Row> = {
  file: TableFile;
  /** What the rows are, such as "order" and "orders"; the file's name begins with the second. */
  one: string;
  many: string;
  /** Said of the finished file, such as what it does not hold. */
  remark?: string;
  /** The most rows in a file. */
  limits: Record<Format, number>;
  readPage: (
    format: Format,
    cursor: string | null,
    signal: AbortSignal,
  ) => Promise<{ items: readonly Row[]; nextCursor: string | null }>;
  files: RowFiles<Row>;
  onClose: () => void;
};

/** Reads the rows of a list page by page, shows the progress, and makes the file in the browser. */
export function ExportRows<Row>(props: ExportRowsProps<Row>) {
  const { file, one, many, remark, limits, readPage, files, onClose } = props;
  const format = file === "xlsx" ? file : "csv";
  const environment = useEnvironment();
  const [state, setState] = useState<State>({ kind: "reading", count: 0 });
  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const rows: Row[] = [];
      for (let cursor: string | null = null; ;) {
        const page = await readPage(format, cursor, signal);
        rows.push(...page.items);
        if (rows.length > limits[format] || (page.nextCursor !== null && rows.length === limits[format])) {
          return setState({ kind: "failed", message: tooMany(format, props) });
        }
        setState({ kind: "reading", count: rows.length });
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      const name = `${many}-${environment}-${dayOf(Date.now(), "UTC")}.${format}`;
      const content = await contentOf(file, files, rows);
      if (signal.aborted) return;
      downloadFile(name, content, format === "csv" ? "text/csv;charset=utf-8" : undefined);
      setState({ kind: "done", count: rows.length });
    } catch (error) {
      if (!signal.aborted) setState({ kind: "failed", message: asProblem(error).detail });
    }
  });
  useEffect(() => {
    const stop = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- progress of what runs outside of React
    void run(stop.signal);
    return () => stop.abort();
  }, []);
  const title = `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`;
  return (
    <Modal
      open
      onClose={onClose}
      title={
        state.kind === "done"
          ? `${title} exported`
          : state.kind === "failed"
            ? `${title} couldn't be exported`
            : `Exporting ${many}`
      }
      footer={<Button onClick={onClose}>{state.kind === "reading" ? "Cancel" : "Close"}</Button>}
    >
      <p role="status" className="text-ink-soft">
        {state.kind === "failed" ? state.message : null}
        {state.kind === "reading" ? `${counted(state.count, one, many)} read so far.` : null}
        {state.kind === "done"
          ? [`${counted(state.count, one, many)} in the file.`, remark].filter(Boolean).join(" ")
          : null}
      </p>
    </Modal>
  );
}

async function contentOf<Row>(
  file: TableFile,
  { csv, plainCsv, sheet }: RowFiles<Row>,
  rows: readonly Row[],
): Promise<BlobPart> {
  if (file !== "xlsx") return file === "csv" ? csv(rows) : plainCsv(rows);
  // Loaded for workbooks alone.
  const { workbookFile } = await import("#lib/files/workbookFile.ts");
  return workbookFile(sheet(rows));
}

function tooMany<Row>(format: Format, { limits, many }: ExportRowsProps<Row>): string {
  const most = `A file holds at most ${formatCount(limits[format])} ${many}.`;
  return format === "csv"
    ? `${most} Narrow the list, by date for example.`
    : `${most} Narrow the list, or export CSV.`;
}
