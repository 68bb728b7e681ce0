import { memberIdSchema, transferDraftsRequestSchema } from "#lib/contracts/team/team.ts";
import { route } from "#server/route/route.ts";
import { countDrafts, transferDrafts } from "#server/team/transferDrafts.ts";

export const GET = route({
  permission: "team.manage",
  params: memberIdSchema,
  handle: ({ request, params }) => countDrafts(request, params),
});

export const POST = route({
  permission: "team.manage",
  params: memberIdSchema,
  body: transferDraftsRequestSchema,
  handle: ({ request, params, body }) => transferDrafts(request, { ...params, ...body }),
});
