import type { OrderSummary } from "#lib/contracts/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { paths } from "#lib/paths.ts";
import { Amount } from "#components/money/Amount.tsx";
import { RelativeTime } from "#components/time/RelativeTime.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** Orders in short: one line each, two on a phone. */
export function OrderRows({ orders }: { orders: readonly OrderSummary[] }) {
  return (
    <ul>
      {orders.map((order) => (
        <OrderRow key={order.externalOrderCode ?? order.orderId} order={order} />
      ))}
    </ul>
  );
}

function OrderRow({ order }: { order: OrderSummary }) {
  const reference = order.externalOrderCode ?? order.orderId ?? "";
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_max-content] items-center gap-x-4 gap-y-0.5 border-b border-line py-2 focus-within:bg-surface hover:bg-surface sm:min-h-11 sm:grid-cols-[minmax(9rem,2fr)_minmax(0,3fr)_7rem_7rem_5.5rem] sm:py-1">
      <TextLink
        href={paths.order(reference)}
        stretched
        title={reference}
        className="truncate font-mono text-[0.8125rem]"
      >
        {reference}
      </TextLink>
      <span className="truncate text-ink-soft max-sm:row-start-2">{contentOf(order)}</span>
      <span className="max-sm:justify-self-end">
        <Badge tone={STATES[order.state].tone}>{wordOf(order)}</Badge>
      </span>
      <span className="text-end max-sm:row-start-2">
        <Amount minor={order.price} currency={order.currency} />
      </span>
      <span className="text-end whitespace-nowrap text-ink-faint max-sm:hidden">
        <RelativeTime at={order.createdAt} />
      </span>
    </li>
  );
}

/** "37 of 50" says more than the name of the state. */
function wordOf(order: OrderSummary): string {
  const { state, delivered, ordered } = order;
  return STATES[state].codes === "some" && delivered !== null && ordered !== null
    ? `${delivered} of ${ordered}`
    : STATES[state].word;
}

function contentOf({ firstProductName, lineCount }: OrderSummary): string {
  const name = firstProductName ?? "Found at the service";
  return lineCount > 1 ? `${name} (+${lineCount - 1})` : name;
}
