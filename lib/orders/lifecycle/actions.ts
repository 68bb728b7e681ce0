import type { OrderAction, OrderState } from "#lib/contracts/orderState.ts";
import { permits, type Permission, type Role } from "#lib/members/roles.ts";
import { STATES } from "./states.ts";

/** What a member must be allowed to do for each action on an order. */
export const ACTION_PERMISSIONS: Record<OrderAction, Permission> = {
  check: "orders.read",
  close: "orders.close",
  reorder_missing: "orders.place",
  copy: "orders.place",
};

/** The actions that an order offers to this member now, in the order in which they are shown. */
export function allowedActions(
  member: { id: string; role: Role },
  order: { state: OrderState; placedBy: string | null },
): OrderAction[] {
  return STATES[order.state].actions.filter((action) =>
    permits(member.role, ACTION_PERMISSIONS[action], order.placedBy === member.id),
  );
}
