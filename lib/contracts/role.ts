/** The roles that a member can have; what each may do is in lib/members/roles.ts. */
export const ROLES = ["admin", "approver", "buyer", "support"] as const;
export type Role = (typeof ROLES)[number];
