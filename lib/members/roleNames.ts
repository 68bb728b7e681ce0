import type { Role } from "#lib/contracts/role.ts";

/** Roles as people read them, and what they are for. */
export const ROLE_NAMES: Record<Role, { name: string; purpose: string }> = {
  admin: { name: "Administrator", purpose: "Everything, and manages the team" },
  approver: { name: "Approver", purpose: "Approves orders above a limit, never sees a code" },
  buyer: { name: "Buyer", purpose: "Places orders and reveals codes" },
  support: { name: "Support", purpose: "Finds orders, never sees a code" },
};
