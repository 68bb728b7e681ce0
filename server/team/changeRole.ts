import "server-only";
import type { MemberView } from "#lib/contracts/member.ts";
import type { Role } from "#lib/members/roles.ts";
import type { Program } from "#server/context/context.ts";
import { changeMember } from "./changeMember.ts";

/**
 * Gives a member another role; it counts from their next request on.
 * @param actorId null: the operator at the machine itself.
 * @throws DeskError `forbidden`, `not-found`, `conflict` for the last administrator.
 */
export function changeRole(
  program: Program,
  memberId: string,
  role: Role,
  actorId: string | null,
): Promise<MemberView> {
  return changeMember(program, memberId, actorId, (member) =>
    member.role === role
      ? null
      : {
          set: { role },
          action: "member.role-changed",
          details: { from: member.role, to: role },
          revokes: false,
        },
  );
}
