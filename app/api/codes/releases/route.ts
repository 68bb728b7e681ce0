import { releaseRequestSchema } from "#lib/contracts/codes/exportCodes.ts";
import { listReleases } from "#server/codes/releases/listReleases.ts";
import { requestRelease } from "#server/codes/releases/requestRelease.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "codes.reveal",
  handle: ({ request }) => listReleases(request),
});

export const POST = route({
  permission: "codes.reveal",
  body: releaseRequestSchema,
  handle: ({ request, body }) => requestRelease(request, body),
});
