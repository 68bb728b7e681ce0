/** What a member may do. Pages ask for a permission, never for a role. */
export const PERMISSIONS = [
  "catalog.read",
  "catalog.share",
  "orders.read",
  "orders.place",
  "orders.close",
  "codes.reveal",
  "wallet.read",
  "team.manage",
  "audit.read",
  "settings.read",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ["admin", "buyer", "support"] as const;
export type Role = (typeof ROLES)[number];

/** Support finds orders and sees how they stand, never a code. */
const GRANTS: Record<Role, readonly Permission[]> = {
  admin: PERMISSIONS,
  buyer: [
    "catalog.read",
    "catalog.share",
    "orders.read",
    "orders.place",
    "orders.close",
    "codes.reveal",
    "wallet.read",
  ],
  support: ["catalog.read", "orders.read"],
};

export function permits(role: Role, permission: Permission): boolean {
  return GRANTS[role].includes(permission);
}
