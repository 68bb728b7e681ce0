"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Pencil, Trash2 } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState, type MouseEvent } from "react";
import type { OrderListView } from "#lib/contracts/orders/orderViews.ts";
import { describeView } from "#lib/orders/list/describeAddress.ts";
import { parseListAddress } from "#lib/orders/list/listAddress.ts";
import { paths } from "#lib/paths.ts";
import { orderViewsQuery } from "#lib/queries/orders/orderList.ts";
import { ViewsMenu } from "#components/form/ViewsMenu.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { formatDay } from "#components/time/formats.ts";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { closePopover } from "#components/ui/overlays/closePopover.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import type { ViewTask } from "./OrderViewDialog.tsx";

// Forms are loaded when one is opened.
const OrderViewDialog = loadedOnUse(
  async () => (await import("./OrderViewDialog.tsx")).OrderViewDialog,
  closeDialog,
);
const NAMES = { member: null, product: null, day: formatDay };

/** The menu of saved views of orders: open, save the current one, rename and delete. `query`: what the list shows now. */
export function OrderViews({ query, onOpen }: { query: string; onOpen: (query: string) => void }) {
  const { data, isError, refetch } = useQuery(orderViewsQuery(useEnvironment()));
  const [task, setTask] = useState<ViewTask | null>(null);
  const views = data?.views ?? [];
  const active = views.find((view) => view.query === query);
  const begin = (next: ViewTask, event: MouseEvent) => {
    closePopover(event);
    setTask(next);
  };
  const row = (view: OrderListView) => (
    <li key={view.id} className="flex items-center gap-0.5 rounded-sm hover:bg-hover">
      <a
        href={paths.orders(view.query)}
        aria-current={view === active ? "true" : undefined}
        onClick={(event) => {
          // Opens in a new tab as links usually do.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          closePopover(event);
          onOpen(view.query);
        }}
        className="grid min-w-0 grow grid-cols-[1rem_minmax(0,1fr)] items-center gap-x-1.5 rounded-sm px-2 py-1.5 text-ink no-underline focus-visible:outline-offset-[-2px]"
      >
        {view === active ? <Icon shape={Check} className="size-4 text-accent-text" /> : <span />}
        <bdi translate="no" className="truncate font-medium">
          {view.name}
        </bdi>
        <bdi translate="no" className="col-start-2 truncate text-xs text-ink-faint">
          {describeView(parseListAddress(new URLSearchParams(view.query)), NAMES)}
        </bdi>
      </a>
      <IconButton
        size="small"
        label={`Edit ${view.name}`}
        onClick={(event) => begin({ kind: "edit", view }, event)}
      >
        <Icon shape={Pencil} className="size-3.5" />
      </IconButton>
      <IconButton
        size="small"
        label={`Delete ${view.name}`}
        onClick={(event) => begin({ kind: "delete", view }, event)}
      >
        <Icon shape={Trash2} className="size-3.5" />
      </IconButton>
    </li>
  );
  return (
    <>
      <ViewsMenu
        active={active?.name ?? null}
        onSave={query === "" ? null : (event) => begin({ kind: "save" }, event)}
        onRetry={isError && !data ? () => void refetch() : null}
      >
        {views.length === 0 ? null : <ul aria-label="Saved views">{views.map(row)}</ul>}
      </ViewsMenu>
      {task === null ? null : <OrderViewDialog task={task} query={query} onClose={() => setTask(null)} />}
    </>
  );
}
