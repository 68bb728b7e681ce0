import "server-only";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { ChangeMemberRequest } from "#lib/contracts/team/team.ts";
import type { TeamRequest } from "#server/context/operator.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import type { MemberRow } from "./memberView.ts";
import { writeMemberChange, type MemberChange } from "./writeMemberChange.ts";

export type ChangeMemberInput = { memberId: string } & ChangeMemberRequest;

/**
 * Gives a member another role, disables them, or enables them again with the password they had. Each ends their sessions, so that
 * no cookie outlives a change of permissions. The member's history stays under their name.
 * @throws AppError `forbidden`, `reauthentication-required`, `not-found`, `conflict` for the last administrator.
 */
export async function changeMember(request: TeamRequest, input: ChangeMemberInput): Promise<MemberView> {
  await requireRecentSignIn(request);
  return writeMemberChange(request, input.memberId, (member) =>
    "role" in input
      ? roleChange(member, input.role)
      : accessChange(member, input.disabled ? request.clock.now() : null),
  );
}

function roleChange(member: MemberRow, role: MemberRow["role"]): MemberChange | null {
  if (member.role === role) return null;
  return { set: { role }, action: "member.role-changed" };
}

function accessChange(member: MemberRow, disabledAt: MemberRow["disabledAt"]): MemberChange | null {
  const isDisabling = disabledAt !== null;
  // A member disabled by the identity provider can also be disabled by a person, for good.
  const isSo = (member.disabledAt !== null) === isDisabling && !member.disabledByProvider;
  if (isSo) return null;
  return {
    set: { disabledAt, disabledByProvider: false },
    action: isDisabling ? "member.disabled" : "member.enabled",
  };
}
