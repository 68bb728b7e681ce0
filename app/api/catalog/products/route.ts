import { catalogPageSchema, catalogQuerySchema } from "#lib/contracts/catalog/catalog.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  machine: { summary: "Searches the catalog", answer: catalogPageSchema },
  query: catalogQuerySchema,
  handle: ({ request, query }) => searchProducts(request, query),
});
