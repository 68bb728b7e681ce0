import { addPasskeyRequestSchema } from "#lib/contracts/team/passkeys.ts";
import { addPasskey } from "#server/auth/secondFactor/passkeys.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  withoutSecondFactor: true,
  body: addPasskeyRequestSchema,
  handle: ({ request, body, http }) => addPasskey(request, body, http.headers),
});
