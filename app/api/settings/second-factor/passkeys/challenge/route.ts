import { passkeyOptions } from "#server/auth/secondFactor/passkeys.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  withoutSecondFactor: true,
  handle: ({ request, http }) => passkeyOptions(request, http.headers),
});
