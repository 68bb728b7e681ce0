import { GRANTS, PERMISSIONS, type Grant, type Permission } from "#lib/contracts/permission.ts";
import { ROLES, type Role } from "#lib/contracts/role.ts";

/** Administrators hold every permission; the table says who else does. */
type GrantedRole = Exclude<Role, "admin">;

type PermissionDefinition = {
  /** As it reads after "Your role can't …". */
  words: string;
  /** The permission in a list of them; without it, its words. */
  label?: string;
  /** What a member without it can do instead; a whole sentence. */
  instead?: string;
  area: "Catalog" | "Orders" | "Codes" | "Wallet" | "Account";
  /** Whether it is about one environment at a time, or about the account: its members, records and settings, in both. */
  scope: "environment" | "account";
  heldBy: readonly GrantedRole[];
  /** Who holds it only for what they made. */
  heldForOwnBy?: readonly GrantedRole[];
};

/**
 * Who may do what, stated once: the server, the buttons and the page of roles all read it. Support finds orders and sees how they
 * stand, never a code and no money besides the orders'. An approver decides on orders above a limit, never on their own: that no
 * permission allows (lib/orders/lifecycle/actions.ts). A viewer sees the catalog, orders and the wallet, such as for bookkeeping,
 * never a code, and changes nothing of the team's.
 */
export const PERMISSION_TABLE: Record<Permission, PermissionDefinition> = {
  "catalog.read": {
    words: "see the catalog",
    area: "Catalog",
    scope: "environment",
    heldBy: ["approver", "buyer", "support", "viewer"],
  },
  "catalog.share": {
    words: "change what the team shares",
    label: "Share favourites and views with the team",
    instead: "You can have favourites and views of your own.",
    area: "Catalog",
    scope: "environment",
    heldBy: ["buyer"],
  },
  "orders.read": {
    words: "see orders",
    area: "Orders",
    scope: "environment",
    heldBy: ["approver", "buyer", "support", "viewer"],
  },
  "orders.place": { words: "place orders", area: "Orders", scope: "environment", heldBy: ["buyer"] },
  "orders.close": { words: "close orders", area: "Orders", scope: "environment", heldBy: ["buyer"] },
  "orders.withdraw": {
    words: "withdraw an order that another member confirmed",
    label: "Withdraw orders that wait",
    area: "Orders",
    scope: "environment",
    heldBy: [],
    heldForOwnBy: ["buyer"],
  },
  "orders.approve": {
    words: "approve or decline orders",
    area: "Orders",
    scope: "environment",
    heldBy: ["approver"],
  },
  "orders.dismiss": {
    words: "dismiss orders that need attention",
    area: "Orders",
    scope: "environment",
    heldBy: ["buyer", "support"],
  },
  "codes.find": {
    words: "find the order of a code",
    area: "Codes",
    scope: "environment",
    heldBy: ["buyer", "support"],
  },
  "codes.reveal": { words: "reveal codes", area: "Codes", scope: "environment", heldBy: ["buyer"] },
  "codes.release": {
    words: "release another member's export of codes",
    area: "Codes",
    scope: "environment",
    heldBy: ["buyer"],
  },
  "wallet.read": {
    words: "see the wallet",
    area: "Wallet",
    scope: "environment",
    heldBy: ["approver", "buyer", "viewer"],
  },
  "team.manage": { words: "manage the team", area: "Account", scope: "account", heldBy: [] },
  "audit.read": { words: "see the audit log", area: "Account", scope: "account", heldBy: [] },
  "settings.read": { words: "see the connection settings", area: "Account", scope: "account", heldBy: [] },
  "settings.change": { words: "change the team's settings", area: "Account", scope: "account", heldBy: [] },
};

/** A permission as a list of them shows it. */
export function permissionLabel(permission: Permission): string {
  const { label, words } = PERMISSION_TABLE[permission];
  return label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const BUILT_IN = new Map<string, readonly Grant[]>(ROLES.map((role) => [role, grantsOfRole(role)]));

function grantsOfRole(role: Role): readonly Grant[] {
  if (role === "admin") return PERMISSIONS;
  const held = PERMISSIONS.flatMap((permission): string[] => {
    const { heldBy, heldForOwnBy = [] } = PERMISSION_TABLE[permission];
    if (heldBy.includes(role)) return [permission];
    return heldForOwnBy.includes(role) ? [`${permission}.own`] : [];
  });
  return GRANTS.filter((grant) => held.includes(grant));
}

/** Who asks. `grants` are what they hold in the environment at hand, where these are not those of a built-in role. */
export type Holder = { role: string; grants?: readonly Grant[] | undefined };

/** What someone holds. Nothing for a role that is not known. */
export function grantsOf({ role, grants }: Holder): readonly Grant[] {
  return grants ?? BUILT_IN.get(role) ?? [];
}

/** Whether they may do it. `isOwn`: what it is about was made by the member who asks. */
export function permits(holder: Holder, permission: Permission, isOwn = false): boolean {
  const grants = grantsOf(holder);
  return grants.some((grant) => grant === permission || (isOwn && grant === `${permission}.own`));
}
