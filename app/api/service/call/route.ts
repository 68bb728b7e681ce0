import { callDespiteWaitRequestSchema } from "#lib/contracts/service/serviceState.ts";
import { route } from "#server/route/route.ts";
import { callDespiteWait } from "#server/settings/callDespiteWait.ts";

export const POST = route({
  permission: "settings.change",
  body: callDespiteWaitRequestSchema,
  handle: ({ request, body }) => callDespiteWait(request, body),
});
