import { approvalSettingsSchema } from "#lib/contracts/orders/approvals.ts";
import { changeApprovalSettings, readApprovalSettings } from "#server/orders/approval/approvalSettings.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "team.manage",
  handle: ({ request }) => readApprovalSettings(request),
});

export const PUT = route({
  permission: "team.manage",
  body: approvalSettingsSchema,
  handle: ({ request, body }) => changeApprovalSettings(request, body),
});
