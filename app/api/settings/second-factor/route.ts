import { readOwnFactors } from "#server/auth/secondFactor/ownFactors.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  withoutSecondFactor: true,
  handle: ({ request }) => readOwnFactors(request),
});
