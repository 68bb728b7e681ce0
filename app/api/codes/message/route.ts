import { customerMessageSchema } from "#lib/contracts/codes/customerMessage.ts";
import { changeCustomerMessage, readCustomerMessage } from "#server/codes/message/customerMessage.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "settings.change",
  handle: ({ request }) => readCustomerMessage(request),
});

export const PUT = route({
  permission: "settings.change",
  body: customerMessageSchema,
  handle: ({ request, body }) => changeCustomerMessage(request, body),
});
