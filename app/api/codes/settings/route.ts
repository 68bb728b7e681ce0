import { changeCodeSettingsSchema } from "#lib/contracts/codes/codes.ts";
import { changeCodeSettings, readCodeSettings } from "#server/codes/codeSettings.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  handle: ({ request }) => readCodeSettings(request),
});

export const PUT = route({
  permission: "settings.change",
  body: changeCodeSettingsSchema,
  handle: ({ request, body }) => changeCodeSettings(request, body),
});
