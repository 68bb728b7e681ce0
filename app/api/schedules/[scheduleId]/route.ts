import {
  changeScheduleRequestSchema,
  editScheduleRequestSchema,
  scheduleAddressSchema,
} from "#lib/contracts/orders/schedules.ts";
import { route } from "#server/route/route.ts";
import { changeSchedule } from "#server/orders/schedules/changeSchedule.ts";
import { editSchedule } from "#server/orders/schedules/editSchedule.ts";

export const PUT = route({
  permission: "schedules.manage",
  params: scheduleAddressSchema,
  body: editScheduleRequestSchema,
  handle: ({ request, params, body }) => editSchedule(request, { ...params, ...body }),
});

export const PATCH = route({
  permission: "schedules.manage",
  params: scheduleAddressSchema,
  body: changeScheduleRequestSchema,
  handle: ({ request, params, body }) => changeSchedule(request, { ...params, ...body }),
});
