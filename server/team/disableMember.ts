import "server-only";
import type { MemberView } from "#lib/contracts/member.ts";
import type { Program } from "#server/context/context.ts";
import { changeMember } from "./changeMember.ts";

/**
 * Keeps a member out from now on and ends what they have open. What they did stays under their name.
 * @param actorId null: the operator at the machine itself.
 * @throws DeskError `forbidden`, `not-found`, `conflict` for the last administrator.
 */
export function disableMember(
  program: Program,
  memberId: string,
  actorId: string | null,
): Promise<MemberView> {
  return changeMember(program, memberId, actorId, (member) =>
    member.disabledAt === null
      ? {
          set: { disabledAt: program.clock.now() },
          action: "member.disabled",
          details: {},
          revokes: true,
        }
      : null,
  );
}
