import { confirmTotpRequestSchema } from "#lib/contracts/team/secondFactor.ts";
import { removeTotp } from "#server/auth/secondFactor/ownFactors.ts";
import { confirmTotp, enrolTotp } from "#server/auth/secondFactor/totpEnrolment.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  withoutSecondFactor: true,
  handle: ({ request }) => enrolTotp(request),
});

export const PUT = route({
  permission: null,
  withoutSecondFactor: true,
  body: confirmTotpRequestSchema,
  handle: ({ request, body }) => confirmTotp(request, body),
});

export const DELETE = route({
  permission: null,
  handle: ({ request }) => removeTotp(request),
});
