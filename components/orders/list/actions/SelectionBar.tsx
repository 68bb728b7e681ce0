"use client";

import { RefreshCw, Tag } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState, type ReactNode } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { offers } from "#lib/orders/lifecycle/states.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { SelectedOrders } from "#components/shell/page/selectedOrders.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { ExportMenu } from "./ExportMenu.tsx";

// Loaded when one is opened.
const TagDialog = loadedOnUse(async () => (await import("./TagDialog.tsx")).TagDialog, closeDialog);
const CheckDialog = loadedOnUse(async () => (await import("./CheckDialog.tsx")).CheckDialog, closeDialog);

export type SelectionBarProps = {
  orders: readonly OrderSummary[];
  /** What is done with their codes. */
  codes: ReactNode;
  onClear: () => void;
};

/** Actions for the selected orders, over the foot of the list, so that nothing moves when a row is selected. */
export function SelectionBar({ orders, codes, onClear }: SelectionBarProps) {
  const mayLabel = usePermission("orders.place");
  const [task, setTask] = useState<"tag" | "check" | null>(null);
  const references = orders.map(referenceOf);
  const checkable = orders.filter(({ state }) => offers(state, "check")).map(referenceOf);
  return (
    <div
      role="region"
      data-foot=""
      aria-label="Selected orders"
      className="sticky bottom-16 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-raised p-2 shadow-raised lg:bottom-4"
    >
      <span role="status" className="px-1 text-ink-soft tabular-nums">
        {counted(orders.length, "order", "orders")} selected
      </span>
      {checkable.length === 0 ? null : (
        <Button onClick={() => setTask("check")}>
          <Icon shape={RefreshCw} className="size-4" />
          {checkable.length === orders.length ? "Check now" : `Check ${formatCount(checkable.length)} now`}
        </Button>
      )}
      {mayLabel ? (
        <Button onClick={() => setTask("tag")}>
          <Icon shape={Tag} className="size-4" />
          Add tags
        </Button>
      ) : null}
      <SelectedOrders value={orders}>{codes}</SelectedOrders>
      <ExportMenu chosen={{ references }} label="Export selected" />
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {task === "tag" ? <TagDialog references={references} onClose={() => setTask(null)} /> : null}
      {task === "check" ? <CheckDialog references={checkable} onClose={() => setTask(null)} /> : null}
    </div>
  );
}
