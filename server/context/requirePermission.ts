import "server-only";
import type { Permission } from "#lib/contracts/permission.ts";
import { PERMISSION_TABLE, permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";

/**
 * Refuses a request whose member lacks a permission in its environment. `isOwn`: the member made the thing in question.
 * @throws AppError `forbidden`.
 */
export function requirePermission(
  request: Pick<MemberRequest, "actor" | "environment">,
  permission: Permission,
  isOwn = false,
): void {
  if (!permits(request.actor, permission, isOwn)) throw permissionMissing(permission, request);
}

/** The message for a missing permission, also for callers that check the member's current row. */
export function permissionMissing(
  permission: Permission,
  { actor, environment }: Partial<Pick<MemberRequest, "actor" | "environment">> = {},
): AppError {
  const { words, instead, scope } = PERMISSION_TABLE[permission];
  // Built-in roles have the same permissions in both environments.
  const where = actor?.grants !== undefined && scope === "environment" ? ` in ${environment}` : "";
  const sentences = [`Your role can't ${words}${where}.`, instead, "Ask an administrator if you need this."];
  return new AppError("forbidden", sentences.filter((each) => each !== undefined).join(" "));
}
