"use client";

import type { OrderSummary } from "#lib/contracts/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { paths } from "#lib/paths.ts";
import { Amount } from "#components/money/Amount.tsx";
import { StackCell, StackRow, StackTable } from "#components/orders/StackTable.tsx";
import { StateBadge } from "#components/orders/StateBadge.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

const COLUMNS = "md:grid-cols-[minmax(8rem,15.5rem)_8.5rem_minmax(0,1fr)_7.5rem_9rem]";
const HEADS = [
  { text: "Order" },
  { text: "State" },
  { text: "Products" },
  { text: "Total", numeric: true },
  { text: "Placed", numeric: true },
];

export function OrderRows({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <StackTable label="Orders" heads={HEADS} columns={COLUMNS}>
      {orders.map((order) => (
        <OrderRow key={order.externalOrderCode ?? order.orderId} order={order} />
      ))}
    </StackTable>
  );
}

function OrderRow({ order }: { order: OrderSummary }) {
  const reference = order.externalOrderCode ?? order.orderId ?? "";
  return (
    <StackRow columns={COLUMNS} className="hover:bg-surface focus-within:bg-surface">
      <StackCell className="truncate">
        <TextLink href={paths.order(reference)} stretched className="font-mono text-[0.8125rem]">
          {reference}
        </TextLink>
        {order.origin === "found" ? (
          <span className="block text-xs leading-4 text-ink-faint">Found, not placed here</span>
        ) : null}
      </StackCell>
      <StackCell>
        <StateBadge state={order.state} />
      </StackCell>
      <StackCell className="md:truncate">{productsOf(order)}</StackCell>
      <StackCell label="Total" numeric>
        <Amount minor={order.price} currency={order.currency} />
      </StackCell>
      <StackCell label="Placed" numeric className="text-ink-soft">
        <span className="min-w-0 text-end">
          <DateTime at={order.createdAt} className="block" />
          {order.placedBy === null ? null : (
            <span className="block truncate text-xs leading-4 text-ink-faint">{order.placedBy}</span>
          )}
        </span>
      </StackCell>
    </StackRow>
  );
}

function productsOf(order: OrderSummary): string {
  const name = order.firstProductName ?? "Products not told";
  const others = order.lineCount - 1;
  const what = others > 0 ? `${name} and ${others} more` : name;
  const count = order.ordered ?? order.quantity;
  if (count === null) return what;
  // The number first: names are long and are cut off.
  return STATES[order.state].codes === "some" && order.delivered !== null
    ? `${order.delivered} of ${count} × ${what}`
    : `${count} × ${what}`;
}
