import {
  answerDateRequestSchema,
  scheduleDateAddressSchema,
  skipDateRequestSchema,
} from "#lib/contracts/orders/schedules.ts";
import { route } from "#server/route/route.ts";
import { answerDate } from "#server/orders/schedules/answerDate.ts";
import { skipDate } from "#server/orders/schedules/skipDate.ts";

export const PUT = route({
  permission: "orders.place",
  params: scheduleDateAddressSchema,
  body: skipDateRequestSchema,
  handle: ({ request, params, body }) => skipDate(request, { ...params, ...body }),
});

export const POST = route({
  permission: "schedules.manage",
  params: scheduleDateAddressSchema,
  body: answerDateRequestSchema,
  handle: ({ request, params, body }) => answerDate(request, { ...params, ...body }),
});
