import { lookUpRequestSchema, lookUpResultSchema } from "#lib/contracts/codes/lookUp.ts";
import { lookUpOrders } from "#server/orders/lookUp/lookUpOrders.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "orders.read",
  machine: { summary: "Finds up to 200 orders by reference", answer: lookUpResultSchema },
  body: lookUpRequestSchema,
  maxBodyBytes: 512 * 1024,
  handle: ({ request, body }) => lookUpOrders(request, body),
});
