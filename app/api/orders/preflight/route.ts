import { preflightRequestSchema, preflightResultSchema } from "#lib/contracts/orders/placeOrder.ts";
import { route } from "#server/route/route.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";

export const POST = route({
  permission: "orders.place",
  machine: {
    summary: "Checks lines against fresh products, without side effects",
    answer: preflightResultSchema,
  },
  body: preflightRequestSchema,
  maxBodyBytes: 2 * 1024 * 1024,
  handle: ({ request, body }) => preflightOrder(request, body),
});
