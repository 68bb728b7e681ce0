/** What a member may do; lib/members/roles.ts says which role has which permission. Code checks permissions, never roles. */
export const PERMISSIONS = [
  "catalog.read",
  "catalog.share",
  "orders.read",
  "orders.place",
  "orders.close",
  "orders.withdraw",
  "orders.approve",
  "orders.dismiss",
  "schedules.manage",
  "rules.manage",
  "stock.read",
  "codes.find",
  "codes.reveal",
  "codes.release",
  "claims.open",
  "claims.settle",
  "wallet.read",
  "team.manage",
  "audit.read",
  "settings.read",
  "settings.change",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What a role can be granted: a permission, or the same only for what the member made (for an order, what they confirmed). */
export const GRANTS = [...PERMISSIONS, "orders.withdraw.own"] as const;
export type Grant = (typeof GRANTS)[number];
