import { memberId, type MemberWithPassword } from "#lib/contracts/team.ts";
import { route } from "#server/route/route.ts";
import { resetPassword } from "#server/team/resetPassword.ts";

export const POST = route({
  permission: "team.manage",
  params: memberId,
  handle: async ({ request, params }) =>
    (await resetPassword(request, params.memberId, request.actor.id)) satisfies MemberWithPassword,
});
