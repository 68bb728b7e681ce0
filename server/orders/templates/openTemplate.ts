import "server-only";
import type { OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { requireTemplate } from "./templateRows.ts";

/**
 * Creates a draft of this member with the content and the name of a template.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function openTemplate(
  request: MemberRequest,
  { templateId }: { templateId: string },
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  const { name, content } = await requireTemplate(request.db, request, templateId);
  // A line's id identifies one purchase (docs/decisions/0011-drafts.md), so each use of the template gets new ones.
  const lines = content.lines.map((line) => ({ id: newUuid(), ...line }));
  return openDraft(request, { ...content, name, lines });
}
