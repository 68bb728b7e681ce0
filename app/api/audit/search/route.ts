import { auditQuerySchema } from "#lib/contracts/audit/audit.ts";
import { listAudit } from "#server/audit/listAudit.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "audit.read",
  body: auditQuerySchema,
  handle: ({ request, body }) => listAudit(request, body),
});
