import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { permissionOfGrant } from "#lib/members/grants.ts";
import { grantsOf, PERMISSION_TABLE, permits, type Holder } from "#lib/members/roles.ts";
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

/**
 * Refuses an act on one environment by a member who may do nothing in it, although their role has permissions of the account such as
 * `settings.change`.
 * @throws AppError `forbidden`.
 */
export function requireOpenEnvironment({
  actor,
  environment,
}: Pick<MemberRequest, "actor" | "environment">): void {
  if (!isOpenTo(actor)) throw nothingAllowedIn(environment);
}

/** Whether the member may do anything in the environment of their request. */
export function isOpenTo(actor: Holder): boolean {
  return grantsOf(actor).some((grant) => PERMISSION_TABLE[permissionOfGrant(grant)].scope === "environment");
}

/** The refusal of an act on an environment in which the member may do nothing. */
export function nothingAllowedIn(environment: Environment): AppError {
  return new AppError(
    "forbidden",
    `Your role can't do anything in ${environment}. Ask an administrator if you need this.`,
  );
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
