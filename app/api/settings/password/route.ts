import { changePasswordRequest } from "#lib/contracts/settings.ts";
import { changePassword } from "#server/auth/signIn/changePassword.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: null,
  body: changePasswordRequest,
  handle: async ({ request, body }) => ({ sessionsEnded: await changePassword(request, body) }),
});
