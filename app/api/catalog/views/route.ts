import { saveViewRequestSchema } from "#lib/contracts/catalog/savedViews.ts";
import { listViews } from "#server/catalog/views/listViews.ts";
import { saveView } from "#server/catalog/views/saveView.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  handle: ({ request }) => listViews(request),
});

export const POST = route({
  permission: "catalog.read",
  body: saveViewRequestSchema,
  status: 201,
  handle: ({ request, body }) => saveView(request, body),
});
