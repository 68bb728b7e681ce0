import { replaceRecoveryCodes } from "#server/auth/secondFactor/ownFactors.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  handle: ({ request }) => replaceRecoveryCodes(request),
});
