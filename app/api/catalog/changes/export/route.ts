import { exportChangesRequestSchema } from "#lib/contracts/catalog/catalogChanges.ts";
import { exportChanges } from "#server/catalog/changes/exportChanges.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "catalog.read",
  body: exportChangesRequestSchema,
  handle: ({ request, body }) => exportChanges(request, body),
});
