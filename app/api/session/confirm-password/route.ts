import { confirmPasswordRequestSchema } from "#lib/contracts/settings.ts";
import { confirmPassword } from "#server/auth/signIn/confirmPassword.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: null,
  body: confirmPasswordRequestSchema,
  handle: ({ request, body }) => confirmPassword(request, body),
});
