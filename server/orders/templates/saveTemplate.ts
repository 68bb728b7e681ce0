import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { saveTemplateRequestSchema, TemplatesPage } from "#lib/contracts/orders/orderTemplates.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { orderTemplates } from "#server/db/schema/templates.ts";
import { refuseUnstorable } from "#server/orders/drafts/refuseUnstorable.ts";
import { listTemplates } from "./listTemplates.ts";
import { lockTemplates, requireFreeTemplateName } from "./templateRows.ts";

/** The most templates of a team, in each environment. */
export const TEMPLATES_LIMIT = 200;

/**
 * Keeps a draft as a template of the team, under a name. Audited.
 * @throws AppError `forbidden`; `validation`; `conflict` for a name in use (field `name`), or when there are too many.
 */
export async function saveTemplate(
  request: MemberRequest,
  { name, content }: z.output<typeof saveTemplateRequestSchema>,
): Promise<TemplatesPage> {
  requirePermission(request, "orders.place");
  refuseUnstorable({ ...content, lines: content.lines.map((line) => ({ id: "", ...line })) });
  const { environment, actor } = request;
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    await lockTemplates(tx, request);
    await requireFreeTemplateName(tx, request, { name });
    if ((await tx.$count(orderTemplates, eq(orderTemplates.environment, environment))) >= TEMPLATES_LIMIT) {
      const message = `Your team has ${TEMPLATES_LIMIT} templates, which is the limit. Delete one first.`;
      throw new AppError("conflict", message);
    }
    await tx.insert(orderTemplates).values({
      environment,
      name,
      nameKey: viewNameKey(name),
      content,
      memberId: actor.id,
      createdAt: now,
      updatedAt: now,
    });
    await recordAudit(tx, {
      at: now,
      environment,
      actorId: actor.id,
      action: "order-template.saved",
      details: { name, lines: content.lines.length },
    });
  });
  return listTemplates(request);
}
