import { passkeyIdSchema } from "#lib/contracts/passkeys.ts";
import { removePasskey } from "#server/auth/secondFactor/passkeys.ts";
import { route } from "#server/route/route.ts";

export const DELETE = route({
  permission: null,
  params: passkeyIdSchema,
  handle: ({ request, params }) => removePasskey(request, params),
});
