import { claimTermsRequestSchema } from "#lib/contracts/claims/claims.ts";
import { changeClaimTerms } from "#server/claims/claimTerms.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: "settings.change",
  body: claimTermsRequestSchema,
  handle: ({ request, body }) => changeClaimTerms(request, body),
});
