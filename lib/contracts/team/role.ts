/** The built-in roles; what each may do is in lib/members/roles.ts. */
export const ROLES = ["admin", "approver", "buyer", "support", "viewer"] as const;
export type Role = (typeof ROLES)[number];
