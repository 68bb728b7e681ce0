import { makeScheduleRequestSchema } from "#lib/contracts/orders/schedules.ts";
import { route } from "#server/route/route.ts";
import { listSchedules } from "#server/orders/schedules/listSchedules.ts";
import { makeSchedule } from "#server/orders/schedules/makeSchedule.ts";

export const GET = route({
  permission: "orders.read",
  handle: ({ request }) => listSchedules(request),
});

export const POST = route({
  permission: "schedules.manage",
  body: makeScheduleRequestSchema,
  status: 201,
  handle: ({ request, body }) => makeSchedule(request, body),
});
