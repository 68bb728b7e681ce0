import { changeMemberRequest, memberId } from "#lib/contracts/team.ts";
import { route } from "#server/route/route.ts";
import { changeRole } from "#server/team/changeRole.ts";
import { disableMember } from "#server/team/disableMember.ts";
import { enableMember } from "#server/team/enableMember.ts";

export const PATCH = route({
  permission: "team.manage",
  params: memberId,
  body: changeMemberRequest,
  handle: ({ request, params, body }) => {
    if ("role" in body) return changeRole(request, params.memberId, body.role, request.actor.id);
    const change = body.disabled ? disableMember : enableMember;
    return change(request, params.memberId, request.actor.id);
  },
});
