import "server-only";
import { PERMISSION_WORDS, permits, type Permission } from "#lib/members/roles.ts";
import type { MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";

/**
 * Refuses a request whose member's role lacks a permission. `isOwn`: what it is about was made by the member.
 * @throws AppError `forbidden`.
 */
export function requirePermission(
  request: Pick<MemberRequest, "actor">,
  permission: Permission,
  isOwn = false,
): void {
  if (!permits(request.actor.role, permission, isOwn)) throw permissionMissing(permission);
}

/** The one sentence for a missing permission, for callers that decide it from a fresh row. */
export function permissionMissing(permission: Permission): AppError {
  return new AppError(
    "forbidden",
    `Your role can't ${PERMISSION_WORDS[permission]}. Ask an administrator if you need this.`,
  );
}
