import { changeMemberRequestSchema, memberIdSchema } from "#lib/contracts/team/team.ts";
import { route } from "#server/route/route.ts";
import { changeMember } from "#server/team/changeMember.ts";

export const PATCH = route({
  permission: "team.manage",
  params: memberIdSchema,
  body: changeMemberRequestSchema,
  handle: ({ request, params, body }) => changeMember(request, { ...params, ...body }),
});
