import { auditQuery } from "#lib/contracts/audit.ts";
import { listAudit } from "#server/audit/listAudit.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "audit.read",
  query: auditQuery,
  handle: ({ request, query }) => listAudit(request, query),
});
