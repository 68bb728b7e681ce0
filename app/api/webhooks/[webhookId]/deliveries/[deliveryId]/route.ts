import { deliveryIdSchema } from "#lib/contracts/notices/webhooks.ts";
import { resendDelivery } from "#server/notices/webhooks/deliveries.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "settings.change",
  params: deliveryIdSchema,
  handle: ({ request, params }) => resendDelivery(request, params),
});
