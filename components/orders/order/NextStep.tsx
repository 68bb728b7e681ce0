import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import { canReorderMissing } from "#lib/orders/lifecycle/missingCodes.ts";
import { isFinal, STATES } from "#lib/orders/lifecycle/states.ts";

const ASKED_FOR: Partial<Record<OrderAction, string>> = {
  reorder_missing: "order the missing codes",
  copy: "order it again",
  close: "close it",
};

/** What can be done about an order that has ended, for a member without the permission: whom to ask for what. */
export function NextStep({ order }: { order: OrderView }) {
  const { state, actions } = order;
  const offered = STATES[state].actions.filter(
    (action) => action !== "reorder_missing" || canReorderMissing(order, order.recheckUntil !== null),
  );
  const missing = offered
    .filter((action) => !actions.includes(action))
    .flatMap((action) => ASKED_FOR[action] ?? []);
  const [what] = missing;
  if (what === undefined || (!isFinal(state) && order.nextLookAt !== null) || order.lines.length === 0)
    return null;
  return <p className="mt-1">To {what}, ask a buyer or an administrator of your team.</p>;
}
