import { memberIdSchema } from "#lib/contracts/team/team.ts";
import { route } from "#server/route/route.ts";
import { resetSecondFactor } from "#server/team/resetSecondFactor.ts";

export const DELETE = route({
  permission: "team.manage",
  params: memberIdSchema,
  handle: ({ request, params }) => resetSecondFactor(request, params),
});
