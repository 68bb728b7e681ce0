import { catalogQuerySchema } from "#lib/contracts/catalog/catalog.ts";
import { suggestionsRequestSchema } from "#lib/contracts/catalog/suggestions.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "catalog.read",
  body: suggestionsRequestSchema,
  handle: ({ request, body }) => searchProducts(request, catalogQuerySchema.parse(body)),
});
