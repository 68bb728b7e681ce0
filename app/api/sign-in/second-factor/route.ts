import { secondFactorRequestSchema } from "#lib/contracts/team/secondFactor.ts";
import { completeSignIn } from "#server/auth/secondFactor/completeSignIn.ts";
import { requireHalfSession } from "#server/auth/secondFactor/halfSession.ts";
import { signInRoute } from "#server/route/signInRoute.ts";

export const POST = signInRoute({
  admit: requireHalfSession,
  body: secondFactorRequestSchema,
  handle: (request, half, { proof }) => completeSignIn(request, half, proof),
});
