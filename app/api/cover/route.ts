import { nameDeputySchema } from "#lib/contracts/team/cover.ts";
import { listCover } from "#server/team/cover/listCover.ts";
import { nameDeputy } from "#server/team/cover/nameDeputy.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => listCover(request),
});

export const POST = route({
  permission: null,
  body: nameDeputySchema,
  handle: ({ request, body }) => nameDeputy(request, body),
});
