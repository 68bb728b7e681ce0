import { GRANTS, PERMISSIONS, type Grant, type Permission } from "#lib/contracts/team/permission.ts";
import { ROLES, type Role } from "#lib/contracts/team/role.ts";

/** Administrators have every permission; the table says who else does. */
type GrantedRole = Exclude<Role, "admin">;

type PermissionDefinition = {
  /** The words after "Your role can't …". */
  words: string;
  /** The label in a list of permissions; default: `words`. */
  label?: string;
  /** What a member without the permission can do instead; a complete sentence. */
  instead?: string;
  area: "Catalog" | "Orders" | "Codes" | "Wallet" | "Account";
  /** Whether it applies to one environment at a time, or to the account (its members, records and settings) in both. */
  scope: "environment" | "account";
  heldBy: readonly GrantedRole[];
  /** The roles that have it only for what they made. */
  heldForOwnBy?: readonly GrantedRole[];
  /** Whoever has that permission has this one too: custom roles and tokens from before this one existed keep what they could do. */
  includedIn?: Permission;
};

/**
 * Who may do what, stated once: the server, the buttons and the page of roles all read this table. Support finds orders and sees
 * their state, but never a code, and no amounts besides the orders'. An approver decides on orders above a limit, but never on
 * their own, which no permission allows (lib/orders/lifecycle/actions.ts). A viewer sees the catalog, orders and the wallet, for
 * example for bookkeeping, but never a code, and changes nothing of the team's.
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
  "schedules.manage": {
    words: "schedule orders",
    label: "Schedule orders that recur",
    area: "Orders",
    scope: "environment",
    heldBy: ["buyer"],
  },
  "rules.manage": {
    words: "set up restock rules",
    label: "Set up rules that restock products",
    area: "Orders",
    scope: "environment",
    heldBy: ["buyer"],
  },
  "stock.read": {
    words: "see how many codes are left",
    area: "Codes",
    scope: "environment",
    heldBy: ["approver", "buyer", "support", "viewer"],
    includedIn: "codes.reveal",
  },
  "codes.find": {
    words: "find the order of a code",
    area: "Codes",
    scope: "environment",
    heldBy: ["buyer", "support"],
  },
  "codes.reveal": { words: "reveal codes", area: "Codes", scope: "environment", heldBy: ["buyer"] },
  "codes.release": {
    words: "release codes to another member beyond the limit",
    area: "Codes",
    scope: "environment",
    heldBy: ["buyer"],
  },
  "claims.open": {
    words: "note that a code does not work",
    label: "Note that codes do not work",
    area: "Codes",
    scope: "environment",
    heldBy: ["buyer", "support"],
    includedIn: "codes.reveal",
  },
  "claims.settle": {
    words: "send and settle claims",
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

/** The label of a permission in a list. */
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

/** Somebody whose permissions are checked. `grants`: theirs in the environment concerned, unless they are those of a built-in role. */
export type Holder = { role: string; grants?: readonly Grant[] | undefined };

/** Somebody's grants; none for an unknown role. */
export function grantsOf({ role, grants }: Holder): readonly Grant[] {
  return grants ?? BUILT_IN.get(role) ?? [];
}

/** Whether they have a permission. `isOwn`: they made the thing concerned. */
export function permits(holder: Holder, permission: Permission, isOwn = false): boolean {
  const grants = grantsOf(holder);
  const { includedIn } = PERMISSION_TABLE[permission];
  return grants.some(
    (grant) => grant === permission || grant === includedIn || (isOwn && grant === `${permission}.own`),
  );
}
