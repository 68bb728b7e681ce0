import { pauseReportRequestSchema, reportAddressSchema } from "#lib/contracts/reports/reports.ts";
import { pauseReport, removeReport } from "#server/reports/manageReports.ts";
import { route } from "#server/route/route.ts";

export const PATCH = route({
  permission: "orders.read",
  params: reportAddressSchema,
  body: pauseReportRequestSchema,
  handle: ({ request, params, body }) => pauseReport(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "orders.read",
  params: reportAddressSchema,
  handle: ({ request, params }) => removeReport(request, params),
});
