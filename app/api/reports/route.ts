import { addReportRequestSchema } from "#lib/contracts/reports/reports.ts";
import { addReport, listReports } from "#server/reports/manageReports.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.read",
  handle: ({ request }) => listReports(request),
});

export const POST = route({
  permission: "orders.read",
  body: addReportRequestSchema,
  status: 201,
  handle: ({ request, body }) => addReport(request, body),
});
