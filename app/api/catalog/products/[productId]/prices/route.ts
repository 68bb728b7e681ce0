import { z } from "zod";
import { priceHistorySchema } from "#lib/contracts/catalog/priceHistory.ts";
import { productIdTextSchema } from "#lib/contracts/catalog/product.ts";
import { readPriceHistory } from "#server/catalog/changes/readPriceHistory.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "catalog.read",
  machine: { summary: "Reads what a product has cost", answer: priceHistorySchema },
  params: z.object({ productId: productIdTextSchema }),
  handle: ({ request, params }) => readPriceHistory(request, params),
});
