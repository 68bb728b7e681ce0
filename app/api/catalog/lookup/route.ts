import { productLookupResultSchema, productLookupSchema } from "#lib/contracts/catalog/productLookup.ts";
import { lookUpProducts } from "#server/catalog/lookUpProducts.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "catalog.read",
  machine: { summary: "Finds products by id, and by name with country", answer: productLookupResultSchema },
  body: productLookupSchema,
  handle: ({ request, body }) => lookUpProducts(request, body),
});
