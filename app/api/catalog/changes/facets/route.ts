import { changesFilterSchema } from "#lib/contracts/catalog/catalogChanges.ts";
import { countChanges } from "#server/catalog/changes/countChanges.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  query: changesFilterSchema,
  handle: ({ request, query }) => countChanges(request, query),
});
