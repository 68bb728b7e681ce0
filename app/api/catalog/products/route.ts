import { catalogQuery, type CatalogPage } from "#lib/contracts/catalog.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  query: catalogQuery,
  handle: async ({ request, query }) => (await searchProducts(request, query)) satisfies CatalogPage,
});
