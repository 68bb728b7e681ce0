import "server-only";
import { eq } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import type { MemberRequest, Program } from "./context.ts";
import { AppError } from "./errors.ts";
import { holderIn } from "./holderIn.ts";
import { requirePermission } from "./requirePermission.ts";

/** Whom something acts for without a session, what acts, and the permission that the member needs for it. */
export type ActsFor = Required<Pick<MemberRequest, "automation">> & {
  ownerId: string;
  environment: Environment;
  /** Tells this act apart in logs. */
  requestId: string;
};

/**
 * A request of a member who is not there, with what they may do at this moment.
 * @throws AppError `unauthenticated` if their account is disabled; `forbidden` if they lack the automation's permission.
 */
export async function ownerRequest(
  program: Program,
  { ownerId, environment, requestId, automation }: ActsFor,
): Promise<MemberRequest> {
  const [found] = await program.db
    .select({ member: members, customRole: customRoles })
    .from(members)
    .leftJoin(customRoles, eq(customRoles.id, members.customRoleId))
    .where(eq(members.id, ownerId));
  if (found === undefined || found.member.disabledAt !== null)
    throw new AppError("unauthenticated", "The account of its owner is disabled.");
  const { id, email, name, role } = found.member;
  const actor = { id, email, name, ...holderIn(role, found.customRole, environment) };
  const request = { ...program, actor, environment, requestId, automation };
  requirePermission(request, automation.permission);
  return request;
}
