import { ROLES, type Role } from "#lib/contracts/team/role.ts";

/** The names of the built-in roles, and what they are for. */
export const ROLE_NAMES: Record<Role, { name: string; purpose: string }> = {
  admin: { name: "Administrator", purpose: "Everything, and manages the team" },
  approver: { name: "Approver", purpose: "Approves orders above a limit, never sees a code" },
  buyer: { name: "Buyer", purpose: "Places orders and reveals codes" },
  support: { name: "Support", purpose: "Finds orders, never sees a code" },
  viewer: { name: "Viewer", purpose: "Sees orders and the wallet, never a code, and changes nothing" },
};

/** The name of any role. `custom`: the name of a custom role. */
export function roleName(role: string, custom: string | null): string {
  const builtIn = ROLES.find((each) => each === role);
  return builtIn === undefined ? (custom ?? "Former role") : ROLE_NAMES[builtIn].name;
}
