import { z } from "zod";
import { productIdTextSchema } from "#lib/contracts/catalog/product.ts";
import { route } from "#server/route/route.ts";
import { listProductOrders } from "#server/orders/verbs/listProductOrders.ts";

export const GET = route({
  permission: "orders.read",
  params: z.object({ productId: productIdTextSchema }),
  handle: ({ request, params }) => listProductOrders(request, params),
});
