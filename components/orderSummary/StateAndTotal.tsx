import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { Amount } from "#components/money/Amount.tsx";
import { StackCell } from "#components/ui/display/StackTable.tsx";
import { StateBadge } from "./StateBadge.tsx";

/** The two cells with the state and the total of an order, in a row of a StackTable. */
export function StateAndTotal({ order }: { order: OrderSummary }) {
  return (
    <>
      <StackCell>
        <StateBadge {...order} />
      </StackCell>
      <StackCell numeric className="font-medium">
        <Amount minor={order.price} currency={order.currency} />
      </StackCell>
    </>
  );
}
