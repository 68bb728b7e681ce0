import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { FoundCode } from "#lib/contracts/codes/lookUp.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import { paths } from "#lib/paths.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The orders of a code that was searched for. */
export function FoundOrders({ orders }: Pick<FoundCode, "orders">) {
  return (
    <ul className="flex flex-col gap-3">
      {orders.map((order) => {
        const reference = referenceOf(order);
        return (
          <li key={reference}>
            <TextLink
              translate="no"
              href={paths.order(reference)}
              className="block font-mono text-[0.8125rem] wrap-anywhere"
            >
              {reference}
            </TextLink>
            <bdi translate="no" className="block text-ink-soft">
              {describeOrder(order)}
            </bdi>
            <StateBadge {...order} />
          </li>
        );
      })}
    </ul>
  );
}
