import { verifyAudit } from "#server/audit/verifyAudit.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "audit.read",
  handle: ({ request }) => verifyAudit(request),
});
