import { changesPageSchema, changesQuerySchema } from "#lib/contracts/catalog/catalogChanges.ts";
import { listChanges } from "#server/catalog/changes/listChanges.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  machine: { summary: "Lists what has changed in the catalog", answer: changesPageSchema },
  query: changesQuerySchema,
  handle: ({ request, query }) => listChanges(request, query),
});
