import "server-only";
import { eq } from "drizzle-orm";
import type { TemplatesPage } from "#lib/contracts/orders/orderTemplates.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { listTemplates } from "./listTemplates.ts";
import { lockTemplates, requireChangeable, requireFreeTemplateName } from "./templateRows.ts";

/**
 * Gives a template another name. Audited.
 * @throws AppError `forbidden`; `not-found`; `conflict` for a name in use (field `name`).
 */
export async function renameTemplate(
  request: MemberRequest,
  { templateId, name }: { templateId: string; name: string },
): Promise<TemplatesPage> {
  requirePermission(request, "orders.place");
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await lockTemplates(tx, request);
    const before = await requireChangeable(tx, request, templateId);
    if (before.name === name) return;
    await requireFreeTemplateName(tx, request, { name, except: templateId });
    await tx
      .update(orderTemplates)
      .set({ name, nameKey: viewNameKey(name), updatedAt: now })
      .where(eq(orderTemplates.id, templateId));
    await recordAudit(tx, {
      at: now,
      environment: request.environment,
      actorId: request.actor.id,
      action: "order-template.renamed",
      details: { from: before.name, to: name },
    });
  });
  return listTemplates(request);
}
