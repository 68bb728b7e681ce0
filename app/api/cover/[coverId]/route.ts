import { coverAddressSchema } from "#lib/contracts/team/cover.ts";
import { endCover } from "#server/team/cover/endCover.ts";
import { route } from "#server/route/route.ts";

export const DELETE = route({
  permission: null,
  params: coverAddressSchema,
  handle: ({ request, params }) => endCover(request, params),
});
