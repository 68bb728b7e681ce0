import { changeViewRequestSchema, viewAddressSchema } from "#lib/contracts/catalog/savedViews.ts";
import { changeView } from "#server/catalog/views/changeView.ts";
import { deleteView } from "#server/catalog/views/deleteView.ts";
import { route } from "#server/route/route.ts";

export const PATCH = route({
  permission: "catalog.read",
  params: viewAddressSchema,
  body: changeViewRequestSchema,
  handle: ({ request, params, body }) => changeView(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "catalog.read",
  params: viewAddressSchema,
  handle: ({ request, params }) => deleteView(request, params),
});
