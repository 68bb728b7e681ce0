import { chooseRegionSchema } from "#lib/contracts/region.ts";
import { route } from "#server/route/route.ts";
import { readRegion, saveRegion } from "#server/settings/region.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => readRegion(request),
});

export const PUT = route({
  permission: null,
  body: chooseRegionSchema,
  handle: ({ request, body }) => saveRegion(request, body),
});
