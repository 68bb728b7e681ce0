import type { OrderSummary } from "#lib/contracts/order.ts";
import { paths } from "#lib/paths.ts";
import { Amount } from "#components/money/Amount.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { StackCell, StackRow, StackTable } from "#components/ui/display/StackTable.tsx";
import { StateBadge } from "./StateBadge.tsx";

const COLUMNS = "grid-cols-[minmax(0,1fr)_max-content] md:grid-cols-[minmax(0,1fr)_8.5rem_7.5rem_9rem]";
const HEADS = [
  { text: "Order" },
  { text: "State" },
  { text: "Total", numeric: true },
  { text: "Placed", numeric: true },
];

/** Orders in short, one row each: what was ordered and under which reference, its state, total and when it was placed. */
export function OrderRows({ label, orders }: { label: string; orders: readonly OrderSummary[] }) {
  return (
    <StackTable label={label} heads={HEADS} columns={COLUMNS}>
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
      <StackCell className="max-md:col-span-2">
        <TextLink href={paths.order(reference)} stretched title={reference} className="block">
          <bdi className="line-clamp-2 text-ink md:line-clamp-1">{productsOf(order)}</bdi>{" "}
          <span className="block truncate font-mono text-xs font-normal text-ink-faint">{reference}</span>
        </TextLink>
        {order.origin === "found" ? (
          <span className="block text-xs leading-4 text-ink-faint">Found, not placed here</span>
        ) : null}
      </StackCell>
      <StackCell>
        <StateBadge {...order} />
      </StackCell>
      <StackCell numeric className="font-medium">
        <Amount minor={order.price} currency={order.currency} />
      </StackCell>
      <StackCell numeric className="text-ink-soft max-md:col-span-2 max-md:text-[0.8125rem]">
        <span className="min-w-0 max-md:flex max-md:gap-x-2">
          <DateTime at={order.createdAt} className="md:block" />
          {order.placedBy === null ? null : (
            <span className="truncate text-ink-faint md:block md:text-xs md:leading-4">{order.placedBy}</span>
          )}
        </span>
      </StackCell>
    </StackRow>
  );
}

/** "20 × Orbit Card and 2 more". The number first: names are long and are cut off. */
function productsOf({ firstProductName, lineCount, ordered, quantity }: OrderSummary): string {
  const name = firstProductName ?? "Products unknown";
  const what = lineCount > 1 ? `${name} and ${lineCount - 1} more` : name;
  const count = ordered ?? quantity;
  return count === null ? what : `${count.toLocaleString("en")} × ${what}`;
}
