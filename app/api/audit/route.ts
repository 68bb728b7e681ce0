import { auditPageSchema, auditQuerySchema } from "#lib/contracts/audit/audit.ts";
import { listAudit } from "#server/audit/listAudit.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "audit.read",
  machine: { summary: "Reads the audit log", answer: auditPageSchema },
  query: auditQuerySchema,
  handle: ({ request, query }) => listAudit(request, query),
});
