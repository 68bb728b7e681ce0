"use client";

import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { paths } from "#lib/paths.ts";
import { PAGE_SIZE } from "#lib/queries/orders/orders.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { areSingleKeysOn } from "#components/shell/help/singleKeys.ts";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { cx } from "#components/ui/cx.ts";
import { OrderRows, type RowExtras } from "#components/orderSummary/OrderRows.tsx";
import type { Selection } from "./useSelection.ts";

// Loaded when an order is viewed.
const OrderQuickView = loadedOnUse(
  async () => (await import("#components/orders/list/quickView/OrderQuickView.tsx")).OrderQuickView,
  closeDialog,
);

/** How many rows are painted first: enough for a tall screen. The others follow once the page can be used. */
const FIRST_ROWS = 20;

export type OrdersTableProps = {
  orders: readonly OrderSummary[];
  selection: Selection;
  query: string;
  sort: OrderSort;
  /** Amounts of several currencies have no order. */
  isOfOneCurrency: boolean;
  onSort: (sort: OrderSort) => void;
};

/**
 * The rows of the list, each with a checkbox; Shift selects everything in between. Links carry the list's query, so that the
 * order's page knows its list.
 */
export function OrdersTable(props: OrdersTableProps) {
  const { orders, selection, query, sort, isOfOneCurrency, onSort } = props;
  const [viewed, setViewed] = useState<string | null>(null);
  const place = orders.findIndex((each) => referenceOf(each) === viewed);
  const order = orders[place];
  const rows = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<number | null>(null);
  // The view gives the focus back to where it was opened; the member may have moved on since.
  useEffect(() => {
    if (left !== null) linksIn(rows.current)[left]?.focus();
  }, [left]);
  function close() {
    setLeft(place);
    setViewed(null);
  }
  function view(next: OrderSummary | undefined) {
    if (next === undefined) return;
    setLeft(null);
    setViewed(referenceOf(next));
  }
  const { has, toggle } = selection;
  const select = useCallback<RowExtras["select"]>(
    (each, index, isSelected) => (
      <SelectBox order={each} index={index} isSelected={isSelected} toggle={toggle} />
    ),
    [toggle],
  );
  const hrefOf = useCallback((reference: string) => paths.order(reference, query), [query]);
  const count = Math.max(useDeferredValue(orders.length, FIRST_ROWS), FIRST_ROWS);
  return (
    // As high as a whole page of orders from the beginning, so that browsers can restore the scroll position.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links inside have the focus
    <div
      ref={rows}
      className={cx(orders.length >= PAGE_SIZE && "min-h-[142rem]")}
      onKeyDown={(event) => {
        const at = event.key === " " && areSingleKeysOn() ? placeOfLink(rows.current, event.target) : -1;
        if (at === -1) return;
        event.preventDefault();
        view(orders[at]);
      }}
    >
      <OrderRows
        label="Orders"
        orders={orders.slice(0, count)}
        extras={{ isSelected: has, select, hrefOf, sorting: sortingOf(sort, isOfOneCurrency, onSort) }}
      />
      {order === undefined ? null : (
        <OrderQuickView
          order={order}
          list={query}
          onMove={(direction) => view(orders[place + direction])}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Which row of the list a link opens; -1: it is no such link. */
function placeOfLink(rows: HTMLElement | null, target: EventTarget): number {
  return linksIn(rows).findIndex((link) => link === target);
}

function linksIn(rows: HTMLElement | null): HTMLElement[] {
  return [...(rows?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
}

function sortingOf(sort: OrderSort, isOfOneCurrency: boolean, onSort: (sort: OrderSort) => void) {
  const by = (up: OrderSort, down: OrderSort) => ({
    sort: sort === up ? ("ascending" as const) : sort === down ? ("descending" as const) : ("none" as const),
    onSort: () => onSort(sort === down ? up : down),
  });
  const placed = by("oldest", "newest");
  return isOfOneCurrency ? { placed, total: by("amount-low", "amount-high") } : { placed };
}

type SelectBoxProps = {
  order: OrderSummary;
  index: number;
  isSelected: boolean;
  toggle: Selection["toggle"];
};

function SelectBox({ order, index, isSelected, toggle }: SelectBoxProps) {
  return (
    <label className="flex min-h-9 min-w-7 cursor-pointer items-center md:min-h-8">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        aria-label={`Select ${describeOrder(order)}`}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          toggle(index, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
