import "server-only";
import { eq } from "drizzle-orm";
import type { TemplatesPage } from "#lib/contracts/orders/orderTemplates.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { listTemplates } from "./listTemplates.ts";
import { lockTemplates, requireChangeable } from "./templateRows.ts";

/**
 * Deletes a template; drafts and orders that were made from it stay. Audited.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function deleteTemplate(
  request: MemberRequest,
  { templateId }: { templateId: string },
): Promise<TemplatesPage> {
  requirePermission(request, "orders.place");
  await request.db.transaction(async (tx) => {
    await lockTemplates(tx, request);
    const { name } = await requireChangeable(tx, request, templateId);
    await tx.delete(orderTemplates).where(eq(orderTemplates.id, templateId));
    await recordAudit(tx, {
      at: request.clock.now(),
      environment: request.environment,
      actorId: request.actor.id,
      action: "order-template.deleted",
      details: { name },
    });
  });
  return listTemplates(request);
}
