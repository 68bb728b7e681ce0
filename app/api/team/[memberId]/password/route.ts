import { memberIdSchema } from "#lib/contracts/team/team.ts";
import { route } from "#server/route/route.ts";
import { resetPassword } from "#server/team/resetPassword.ts";

export const POST = route({
  permission: "team.manage",
  params: memberIdSchema,
  handle: ({ request, params }) => resetPassword(request, params),
});
