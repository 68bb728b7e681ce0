import { challengeSession } from "#server/auth/secondFactor/passkeyChallenges.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  withoutSecondFactor: true,
  handle: ({ request, http }) => challengeSession(request, http.headers),
});
