"use client";

import type { OrderSummary } from "#lib/contracts/order.ts";
import { paths } from "#lib/paths.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { OrderRows } from "#components/orderSummary/OrderRows.tsx";
import type { Selection } from "./useSelection.ts";

export type OrdersTableProps = { orders: readonly OrderSummary[]; selection: Selection; query: string };

/** The rows of the list, each with a checkbox; Shift selects all between two. They lead to orders that know their list. */
export function OrdersTable({ orders, selection, query }: OrdersTableProps) {
  const select = (order: OrderSummary, index: number) => <SelectBox {...{ order, index, selection }} />;
  const hrefOf = (reference: string) => paths.order(reference, query);
  return <OrderRows label="Orders" orders={orders} extras={{ select, hrefOf, isSelected: selection.has }} />;
}

type SelectBoxProps = { order: OrderSummary; index: number; selection: Selection };

function SelectBox({ order, index, selection }: SelectBoxProps) {
  return (
    <label className="flex min-h-9 min-w-7 cursor-pointer items-center md:min-h-8">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        aria-label={`Select ${describeOrder(order)}`}
        checked={selection.has(order)}
        onChange={({ nativeEvent }) =>
          selection.toggle(index, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
