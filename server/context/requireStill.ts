import "server-only";
import { eq, exists, isNotNull, sql, and } from "drizzle-orm";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import type { RoleGrants } from "#lib/contracts/team/roles.ts";
import { grantsIn, isOpen } from "#lib/members/grants.ts";
import { permits } from "#lib/members/roles.ts";
import { prepared } from "#server/db/prepared.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { securitySettings } from "#server/db/schema/secondFactor.ts";
import type { MemberRequest } from "./context.ts";
import { grantsOfRow } from "./customRole.ts";
import { AppError } from "./errors.ts";
import { isLocked } from "./openEnvironments.ts";
import { permissionMissing } from "./requirePermission.ts";

const callerNow = prepared((db) => {
  const one = { one: sql`1` };
  const isSession = eq(sessions.id, sql.placeholder("sessionId"));
  const isToken = eq(accessTokens.id, sql.placeholder("tokenId"));
  return db
    .select({
      role: members.role,
      custom: customRoles,
      disabledAt: members.disabledAt,
      isProductionLocked:
        sql`exists (select 1 from ${sessions} where ${isSession} and ${sessions.productionOpenedAt} is null)
        and exists (select 1 from ${securitySettings} where ${securitySettings.confirmProduction})`.mapWith(
          Boolean,
        ),
      isSignedOut: exists(
        db
          .select(one)
          .from(sessions)
          .where(and(isSession, isNotNull(sessions.revokedAt))),
      ).mapWith(Boolean),
      isRevoked: exists(
        db
          .select(one)
          .from(accessTokens)
          .where(and(isToken, isNotNull(accessTokens.revokedAt))),
      ).mapWith(Boolean),
    })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(eq(members.id, sql.placeholder("memberId")))
    .prepare("caller_now");
});

/**
 * Refuses a request that began before its member was disabled, was signed out or lost the permission. For what the service has to be
 * asked about first, which may take many seconds: call it right before the decision is committed, or the code is shown.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function requireStill(request: MemberRequest, permission: Permission): Promise<void> {
  await readStill(request, permission);
}

/**
 * The same for records of both environments: returns those in which the member may do anything now, and which their session has
 * opened. Of the others nothing is shown, whatever environment the request names.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function readableEnvironments(
  request: MemberRequest,
  permission: Permission,
): Promise<Environment[]> {
  const { grants, isProductionLocked } = await readStill(request, permission);
  const held = environmentSchema.options.filter((each) => grants === null || isOpen(grants, each));
  const session = { customGrants: grants, isProductionLocked };
  return held.filter((each) => !isLocked(request, session, each));
}

async function readStill(
  request: MemberRequest,
  permission: Permission,
): Promise<{ grants: RoleGrants | null; isProductionLocked: boolean }> {
  const { actor, environment, sessionId = null, tokenId = null } = request;
  const [caller] = await callerNow(request.db).execute({ memberId: actor.id, sessionId, tokenId });
  const isGone = caller === undefined || caller.disabledAt !== null;
  if (isGone || caller.isSignedOut || caller.isRevoked)
    throw new AppError("unauthenticated", "Sign in, then try again.");
  const { role, custom, isProductionLocked } = caller;
  const grants = custom === null ? null : grantsOfRow(custom);
  const held = grants === null ? {} : { grants: grantsIn(grants, environment) };
  if (!permits({ role, ...held }, permission)) throw permissionMissing(permission, request);
  return { grants, isProductionLocked };
}
