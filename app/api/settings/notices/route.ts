import { changeNoticeSettingsSchema } from "#lib/contracts/notices/notices.ts";
import { changeNoticeSettings, readNoticeSettings } from "#server/notices/noticeSettings.ts";
import { route } from "#server/route/route.ts";

export const GET = route({ permission: null, handle: ({ request }) => readNoticeSettings(request) });

export const PUT = route({
  permission: null,
  body: changeNoticeSettingsSchema,
  handle: ({ request, body }) => changeNoticeSettings(request, body),
});
