import "server-only";
import type { MemberView } from "#lib/contracts/member.ts";
import type { Program } from "#server/context/context.ts";
import { changeMember } from "./changeMember.ts";

/**
 * Lets a disabled member in again, with the password they had.
 * @param actorId null: the operator at the machine itself.
 * @throws DeskError `forbidden`, `not-found`.
 */
export function enableMember(
  program: Program,
  memberId: string,
  actorId: string | null,
): Promise<MemberView> {
  return changeMember(program, memberId, actorId, (member) =>
    member.disabledAt === null
      ? null
      : { set: { disabledAt: null }, action: "member.enabled", details: {}, revokes: false },
  );
}
