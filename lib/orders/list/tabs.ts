import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { statesWhere, type StateDefinition } from "#lib/orders/lifecycle/states.ts";

/** The tabs of the list: each state is in exactly one of them. */
export const ORDER_TABS = [
  "awaiting-approval",
  "in-progress",
  "unconfirmed",
  "completed",
  "incomplete",
  "not-placed",
] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

function tabOf({ tone, stage, codes }: StateDefinition): OrderTab {
  if (tone === "unknown") return "unconfirmed";
  if (stage === "unsent") return "awaiting-approval";
  if (stage === "given_up") return "not-placed";
  if (stage === "delivered") return codes === "all" ? "completed" : "incomplete";
  return "in-progress";
}

export const TAB_WORDS: Record<OrderTab, string> = {
  "awaiting-approval": "Awaiting approval",
  "in-progress": "In progress",
  unconfirmed: "Unconfirmed",
  completed: "Completed",
  incomplete: "Incomplete",
  "not-placed": "Not placed",
};

/** The states of a tab, in the order in which people see them. */
export function statesOfTab(tab: OrderTab): OrderState[] {
  return statesWhere((definition) => tabOf(definition) === tab);
}
