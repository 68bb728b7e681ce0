import { catalogQuerySchema } from "#lib/contracts/catalog.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  query: catalogQuerySchema,
  handle: ({ request, query }) => searchProducts(request, query),
});
