import { changeSecuritySettingsSchema } from "#lib/contracts/team/secondFactor.ts";
import { changeSecuritySettings, readSecuritySettings } from "#server/auth/secondFactor/securitySettings.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "settings.change",
  handle: ({ request }) => readSecuritySettings(request),
});

export const PUT = route({
  permission: "settings.change",
  body: changeSecuritySettingsSchema,
  handle: ({ request, body }) => changeSecuritySettings(request, body),
});
