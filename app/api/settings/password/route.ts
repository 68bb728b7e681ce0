import { changePasswordRequestSchema } from "#lib/contracts/settings.ts";
import { changePassword } from "#server/auth/signIn/changePassword.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: null,
  withOneTimePassword: true,
  withoutSecondFactor: true,
  body: changePasswordRequestSchema,
  handle: ({ request, body }) => changePassword(request, body),
});
