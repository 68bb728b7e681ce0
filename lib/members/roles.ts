import type { Role } from "#lib/contracts/role.ts";

/** What a member may do. Pages ask for a permission, never for a role. */
export const PERMISSIONS = [
  "catalog.read",
  "catalog.share",
  "orders.read",
  "orders.place",
  "orders.close",
  "orders.withdraw",
  "orders.approve",
  "orders.dismiss",
  "codes.find",
  "codes.reveal",
  "codes.release",
  "wallet.read",
  "team.manage",
  "audit.read",
  "settings.read",
  "settings.change",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What each permission allows, as it reads after "Your role can't …". */
export const PERMISSION_WORDS: Record<Permission, string> = {
  "catalog.read": "see the catalog",
  "catalog.share": "change what the team shares. You can have favourites and views of your own",
  "orders.read": "see orders",
  "orders.place": "place orders",
  "orders.close": "close orders",
  "orders.withdraw": "withdraw an order that another member confirmed",
  "orders.approve": "approve or decline orders",
  "orders.dismiss": "dismiss orders that need attention",
  "codes.find": "find the order of a code",
  "codes.reveal": "reveal codes",
  "codes.release": "release another member's export of codes",
  "wallet.read": "see the wallet",
  "team.manage": "manage the team",
  "audit.read": "see the audit log",
  "settings.read": "see the connection settings",
  "settings.change": "change the team's settings",
};

/** A permission, or the same only for what the member made: for an order, what they confirmed. */
type Grant = Permission | `${Permission}.own`;

/**
 * Support finds orders and sees how they stand, never a code. An approver sees the same and decides on orders above a limit, never
 * on their own: that no permission allows (lib/orders/lifecycle/actions.ts).
 */
const GRANTS: Record<Role, readonly Grant[]> = {
  admin: PERMISSIONS,
  approver: ["catalog.read", "orders.read", "orders.approve", "wallet.read"],
  buyer: [
    "catalog.read",
    "catalog.share",
    "orders.read",
    "orders.place",
    "orders.close",
    "orders.withdraw.own",
    "orders.dismiss",
    "codes.find",
    "codes.reveal",
    "codes.release",
    "wallet.read",
  ],
  support: ["catalog.read", "orders.read", "orders.dismiss", "codes.find"],
};

/** Whether the role allows it. `isOwn`: what it is about was made by the member who asks. */
export function permits(role: Role, permission: Permission, isOwn = false): boolean {
  const grants = GRANTS[role];
  return grants.includes(permission) || (isOwn && grants.includes(`${permission}.own`));
}
