import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import { absentMember } from "./absentMember.ts";
import type { MemberRequest, Program } from "./context.ts";
import { AppError } from "./errors.ts";
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
  const actor = await absentMember(program, { memberId: ownerId, environment });
  if (actor === null) throw new AppError("unauthenticated", "The account of its owner is disabled.");
  const request = { ...program, actor, environment, requestId, automation };
  requirePermission(request, automation.permission);
  return request;
}
