import { emptyRequestSchema } from "#lib/contracts/team/secondFactor.ts";
import { challengeAnyone } from "#server/auth/secondFactor/passkeyChallenges.ts";
import { admitPasskeySignIn } from "#server/auth/secondFactor/signInByPasskey.ts";
import { signInRoute } from "#server/route/signInRoute.ts";

export const POST = signInRoute({
  admit: admitPasskeySignIn,
  body: emptyRequestSchema,
  handle: challengeAnyone,
});
