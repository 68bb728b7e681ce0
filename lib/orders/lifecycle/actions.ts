import type { EndingVerb, OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { permits, type Holder } from "#lib/members/roles.ts";
import type { OrderRecord } from "./orderRecord.ts";
import { BY_ANOTHER_MEMBER, ENDINGS } from "./states.ts";
import { offeredActions } from "./withheld.ts";

const PERMISSIONS: Record<Exclude<OrderAction, EndingVerb>, Permission> = {
  check: "orders.read",
  approve: "orders.approve",
  // The other answer to the same question.
  accept: "orders.close",
  reorder_missing: "orders.place",
  copy: "orders.place",
};

/** The permission that a member needs for an action on an order. */
function permissionOf(action: OrderAction): Permission {
  return isEnding(action) ? ENDINGS[action].permission : PERMISSIONS[action];
}

function isEnding(action: OrderAction): action is EndingVerb {
  return Object.hasOwn(ENDINGS, action);
}

/**
 * Why a member has to leave the decision on an order to another one, whatever their permissions: they confirmed it, or created the
 * service token that placed it (`byOwnToken`). Null if neither. `listApprovals` asks the database for the same.
 */
export function conflictOfInterest(
  memberId: string,
  { placedBy, byOwnToken }: { placedBy: string | null; byOwnToken: boolean },
): "own-order" | "own-token" | null {
  if (placedBy === memberId) return "own-order";
  return byOwnToken ? "own-token" : null;
}

/**
 * The actions that an order offers to this member now, in the order in which they are shown. `standsInFor`: whoever asks for a decision on
 * it, if the member stands in for them, and so decides on nothing that they ask for. `deciders`: the approvers of
 * a budget, if the member is none of them.
 */
export function allowedActions(
  member: Holder & { id: string },
  order: Pick<OrderRecord, "state" | "otherOrder"> & {
    placedBy: string | null;
    byOwnToken: boolean;
    standsInFor: string | null;
    deciders: readonly string[] | null;
  },
): OrderAction[] {
  const isOwn = order.placedBy === member.id;
  const { standsInFor, deciders } = order;
  const mayDecide =
    conflictOfInterest(member.id, order) === null && standsInFor === null && deciders === null;
  return offeredActions(order).filter(
    (action) => permits(member, permissionOf(action), isOwn) && (mayDecide || !BY_ANOTHER_MEMBER.has(action)),
  );
}
