import { passkeySignInRequestSchema } from "#lib/contracts/team/passkeys.ts";
import { requireSignInChallenge, signInByPasskey } from "#server/auth/secondFactor/signInByPasskey.ts";
import { signInRoute } from "#server/route/signInRoute.ts";

export const POST = signInRoute({
  admit: requireSignInChallenge,
  body: passkeySignInRequestSchema,
  handle: (request, _challenge, { passkey }) => signInByPasskey(request, passkey),
});
