import { offers } from "#lib/orders/lifecycle/states.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { OrderLink } from "#components/orderSummary/OrderLink.tsx";
import { StateAndTotal } from "#components/orderSummary/StateAndTotal.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { StackCell, StackRow } from "#components/ui/display/StackTable.tsx";
import { AgainButton } from "./AgainButton.tsx";

export const RECENT_COLUMNS =
  "grid-cols-[minmax(0,1fr)_max-content] md:grid-cols-[minmax(0,1fr)_8.5rem_6.5rem_5.5rem]";

/** One of the latest orders, with a button to order it again for members who may, where its own page offers that too. */
export function RecentRow({ order, mayPlace }: { order: OrderSummary; mayPlace: boolean }) {
  const reference = referenceOf(order);
  return (
    <StackRow columns={RECENT_COLUMNS} className="hover:bg-surface focus-within:bg-surface">
      <StackCell className="max-md:col-span-2">
        <OrderLink order={order} />
        <span className="block text-xs leading-4 text-ink-faint">
          <RecentTime at={order.createdAt} />
          {order.placedBy === null ? null : (
            <>
              , <bdi translate="no">{order.placedBy}</bdi>
            </>
          )}
        </span>
      </StackCell>
      <StateAndTotal order={order} />
      <StackCell className="max-md:col-span-2 md:text-end">
        {mayPlace && order.lineCount > 0 && offers(order.state, "copy") ? (
          <AgainButton reference={reference} action="copy" label={`Order ${reference} again`}>
            Again
          </AgainButton>
        ) : null}
      </StackCell>
    </StackRow>
  );
}
