import { acceptAnswerRequestSchema, orderAddressSchema } from "#lib/contracts/orders/order.ts";
import { route } from "#server/route/route.ts";
import { acceptAnswer } from "#server/orders/verbs/acceptAnswer.ts";

export const POST = route({
  permission: "orders.close",
  params: orderAddressSchema,
  body: acceptAnswerRequestSchema,
  handle: ({ request, params, body }) => acceptAnswer(request, { ...params, ...body }),
});
