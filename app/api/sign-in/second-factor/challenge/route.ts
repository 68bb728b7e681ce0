import { emptyRequestSchema } from "#lib/contracts/team/secondFactor.ts";
import { requireHalfSession } from "#server/auth/secondFactor/halfSession.ts";
import { challengeHalfSession } from "#server/auth/secondFactor/passkeyChallenges.ts";
import { signInRoute } from "#server/route/signInRoute.ts";

export const POST = signInRoute({
  admit: requireHalfSession,
  body: emptyRequestSchema,
  handle: challengeHalfSession,
});
