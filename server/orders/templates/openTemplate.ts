import "server-only";
import type { OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { openDraft } from "#server/orders/drafts/openDraft.ts";
import { requireTemplate } from "./templateRows.ts";

/**
 * Makes a draft of this member's own with what a template holds, called like it.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function openTemplate(
  request: MemberRequest,
  { templateId }: { templateId: string },
): Promise<OrderDraftView> {
  requirePermission(request, "orders.place");
  const { name, content } = await requireTemplate(request.db, request, templateId);
  // A line's id names one purchase (docs/decisions/0011-drafts.md): each use has its own.
  const lines = content.lines.map((line) => ({ id: newUuid(), ...line }));
  return openDraft(request, { ...content, name, lines });
}
