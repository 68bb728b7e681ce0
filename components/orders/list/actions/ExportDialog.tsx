"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { EXPORT_LIMITS, type ExportedOrder, type ExportOrdersRequest } from "#lib/contracts/orderExport.ts";
import { ordersCsv, ordersPlainCsv, type OrderFile } from "#lib/orders/export/orderTable.ts";
import { exportOrders } from "#lib/queries/orderList.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

type State = { kind: "reading" | "done"; count: number } | { kind: "failed"; message: string };

export type ExportDialogProps = Pick<ExportOrdersRequest, "chosen"> & {
  format: OrderFile;
  onClose: () => void;
};

/** Reads the orders page by page, shows the progress, and makes the file in the browser. */
export function ExportDialog({ chosen, format: file, onClose }: ExportDialogProps) {
  const format = file === "xlsx" ? file : "csv";
  const environment = useEnvironment();
  const [state, setState] = useState<State>({ kind: "reading", count: 0 });
  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const orders: ExportedOrder[] = [];
      for (let cursor: string | null = null; ;) {
        const page = await exportOrders(environment, { format, chosen, cursor }, signal);
        orders.push(...page.items);
        if (
          orders.length > EXPORT_LIMITS[format] ||
          (page.nextCursor !== null && orders.length === EXPORT_LIMITS[format])
        ) {
          return setState({ kind: "failed", message: tooMany(format) });
        }
        setState({ kind: "reading", count: orders.length });
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      const name = `orders-${environment}-${dayOf(Date.now(), "UTC")}.${format}`;
      const content = await contentOf(file, orders);
      if (signal.aborted) return;
      downloadFile(name, content, format === "csv" ? "text/csv;charset=utf-8" : undefined);
      setState({ kind: "done", count: orders.length });
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
  return (
    <Modal
      open
      onClose={onClose}
      title={
        state.kind === "done"
          ? "Orders exported"
          : state.kind === "failed"
            ? "Orders couldn't be exported"
            : "Exporting orders"
      }
      footer={<Button onClick={onClose}>{state.kind === "reading" ? "Cancel" : "Close"}</Button>}
    >
      <p role="status" className="text-ink-soft">
        {state.kind === "failed" ? state.message : null}
        {state.kind === "reading" ? `${counted(state.count, "order", "orders")} read so far.` : null}
        {state.kind === "done"
          ? `${counted(state.count, "order", "orders")} in the file. It holds no codes.`
          : null}
      </p>
    </Modal>
  );
}

function tooMany(format: ExportOrdersRequest["format"]): string {
  const most = `A file holds at most ${formatCount(EXPORT_LIMITS[format])} orders.`;
  return format === "csv"
    ? `${most} Narrow the list, by date for example.`
    : `${most} Narrow the list, or export CSV.`;
}

async function contentOf(file: OrderFile, orders: readonly ExportedOrder[]): Promise<BlobPart> {
  if (file === "xlsx") return workbookOf(orders);
  return file === "csv" ? ordersCsv(orders) : ordersPlainCsv(orders);
}

async function workbookOf(orders: readonly ExportedOrder[]): Promise<BlobPart> {
  const { ordersWorkbook } = await import("#lib/orders/export/ordersWorkbook.ts");
  return ordersWorkbook(orders);
}
