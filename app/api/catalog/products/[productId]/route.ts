import { z } from "zod";
import { productDetailSchema, productIdTextSchema } from "#lib/contracts/catalog/product.ts";
import { readProduct } from "#server/catalog/readProduct.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  machine: { summary: "Reads a product, fresh from the service", answer: productDetailSchema },
  params: z.object({ productId: productIdTextSchema }),
  handle: ({ request, params }) => readProduct(request, params.productId),
});
