"use client";

import { useCallback, useDeferredValue } from "react";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { paths } from "#lib/paths.ts";
import { PAGE_SIZE } from "#lib/queries/orders/orders.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { cx } from "#components/ui/cx.ts";
import { OrderRows, type RowExtras } from "#components/orderSummary/OrderRows.tsx";
import type { Selection } from "./useSelection.ts";

/** How many rows are painted first: enough for a tall screen. The others follow once the page can be used. */
const FIRST_ROWS = 20;

export type OrdersTableProps = { orders: readonly OrderSummary[]; selection: Selection; query: string };

/**
 * The rows of the list, each with a checkbox; Shift selects everything in between. Links carry the list's query, so that the
 * order's page knows its list.
 */
export function OrdersTable({ orders, selection, query }: OrdersTableProps) {
  const { has, toggle } = selection;
  const select = useCallback<RowExtras["select"]>(
    (order, index, isSelected) => (
      <SelectBox order={order} index={index} isSelected={isSelected} toggle={toggle} />
    ),
    [toggle],
  );
  const hrefOf = useCallback((reference: string) => paths.order(reference, query), [query]);
  const count = Math.max(useDeferredValue(orders.length, FIRST_ROWS), FIRST_ROWS);
  return (
    // As high as a whole page of orders from the beginning, so that browsers can restore the scroll position.
    <div className={cx(orders.length >= PAGE_SIZE && "min-h-[142rem]")}>
      <OrderRows
        label="Orders"
        orders={orders.slice(0, count)}
        extras={{ isSelected: has, select, hrefOf }}
      />
    </div>
  );
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
