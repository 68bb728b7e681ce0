import { emptyRequestSchema } from "#lib/contracts/team/secondFactor.ts";
import { openProduction } from "#server/auth/sessions/openProduction.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  body: emptyRequestSchema,
  handle: ({ request }) => openProduction(request),
});
