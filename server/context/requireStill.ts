import "server-only";
import { eq, exists, isNotNull, sql, and } from "drizzle-orm";
import type { Permission } from "#lib/contracts/permission.ts";
import { grantsIn } from "#lib/members/grants.ts";
import { permits } from "#lib/members/roles.ts";
import { prepared } from "#server/db/prepared.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import { members, sessions } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import type { MemberRequest } from "./context.ts";
import { grantsOfRow } from "./customRole.ts";
import { AppError } from "./errors.ts";
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
  const { actor, environment, sessionId = null, tokenId = null } = request;
  const [caller] = await callerNow(request.db).execute({ memberId: actor.id, sessionId, tokenId });
  const isGone = caller === undefined || caller.disabledAt !== null;
  if (isGone || caller.isSignedOut || caller.isRevoked)
    throw new AppError("unauthenticated", "Sign in, then try again.");
  const { role, custom } = caller;
  const grants = custom === null ? {} : { grants: grantsIn(grantsOfRow(custom), environment) };
  if (!permits({ role, ...grants }, permission)) throw permissionMissing(permission, request);
}
