import { exportAuditRequestSchema } from "#lib/contracts/audit.ts";
import { exportAudit } from "#server/audit/exportAudit.ts";
import { recordedFilter } from "#server/orders/search/typedCode.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "audit.read",
  body: exportAuditRequestSchema,
  handle: async ({ request, body }) => exportAudit(request, body, await recordedFilter(request, body)),
});
