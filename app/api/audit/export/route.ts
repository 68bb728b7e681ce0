import { exportAuditRequestSchema } from "#lib/contracts/audit/audit.ts";
import { exportAudit } from "#server/audit/exportAudit.ts";
import { countTypedSearch, recordedFilter } from "#server/orders/search/typedCode.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "audit.read",
  body: exportAuditRequestSchema,
  handle: async ({ request, body }) => {
    await countTypedSearch(request, body);
    return exportAudit(request, body, await recordedFilter(request, body));
  },
});
