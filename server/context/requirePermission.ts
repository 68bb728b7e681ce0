import "server-only";
import { permits, type Permission } from "#lib/members/roles.ts";
import type { DeskRequest } from "./context.ts";
import { DeskError } from "./errors.ts";

/** What each permission allows, as it reads after "Your role can't …". */
const ALLOWS: Record<Permission, string> = {
  "catalog.read": "see the catalog",
  "catalog.share": "change what the team shares. You can have favourites and views of your own",
  "orders.read": "see orders",
  "orders.place": "place orders",
  "orders.close": "close orders",
  "codes.reveal": "reveal codes",
  "wallet.read": "see the wallet",
  "team.manage": "manage the team",
  "audit.read": "see the audit log",
  "settings.read": "see the connection settings",
};

/**
 * Refuses a request whose member's role lacks a permission. `isOwn`: what it is about was made by the member.
 * @throws DeskError `forbidden`.
 */
export function requirePermission(
  request: Pick<DeskRequest, "actor">,
  permission: Permission,
  isOwn = false,
): void {
  if (!permits(request.actor.role, permission, isOwn)) throw permissionMissing(permission);
}

/** The one sentence for a missing permission, for callers that decide it from a fresh row. */
export function permissionMissing(permission: Permission): DeskError {
  return new DeskError(
    "forbidden",
    `Your role can't ${ALLOWS[permission]}. Ask an administrator if you need this.`,
  );
}
