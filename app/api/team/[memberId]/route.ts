import { changeMemberRequest, memberId } from "#lib/contracts/team.ts";
import { route } from "#server/route/route.ts";
import { changeMember } from "#server/team/changeMember.ts";

export const PATCH = route({
  permission: "team.manage",
  params: memberId,
  body: changeMemberRequest,
  handle: ({ request, params, body }) => changeMember(request, { ...params, ...body }),
});
