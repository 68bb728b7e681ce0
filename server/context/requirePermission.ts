import "server-only";
import type { Permission } from "#lib/contracts/permission.ts";
import { PERMISSION_TABLE, permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";

/**
 * Refuses a request whose member's role lacks a permission in its environment. `isOwn`: what it is about was made by the member.
 * @throws AppError `forbidden`.
 */
export function requirePermission(
  request: Pick<MemberRequest, "actor" | "environment">,
  permission: Permission,
  isOwn = false,
): void {
  if (!permits(request.actor, permission, isOwn)) throw permissionMissing(permission, request);
}

/** The one sentence for a missing permission, for callers that decide it from a fresh row. */
export function permissionMissing(
  permission: Permission,
  { actor, environment }: Partial<Pick<MemberRequest, "actor" | "environment">> = {},
): AppError {
  const { words, instead, scope } = PERMISSION_TABLE[permission];
  // Built-in roles hold the same in both.
  const where = actor?.grants !== undefined && scope === "environment" ? ` in ${environment}` : "";
  const sentences = [`Your role can't ${words}${where}.`, instead, "Ask an administrator if you need this."];
  return new AppError("forbidden", sentences.filter((each) => each !== undefined).join(" "));
}
