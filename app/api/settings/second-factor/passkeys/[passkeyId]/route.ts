import { passkeyIdSchema, renamePasskeyRequestSchema } from "#lib/contracts/team/passkeys.ts";
import { removePasskey, renamePasskey } from "#server/auth/secondFactor/passkeys.ts";
import { route } from "#server/route/route.ts";

export const PATCH = route({
  permission: null,
  params: passkeyIdSchema,
  body: renamePasskeyRequestSchema,
  handle: ({ request, params, body }) => renamePasskey(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: null,
  params: passkeyIdSchema,
  handle: ({ request, params }) => removePasskey(request, params),
});
