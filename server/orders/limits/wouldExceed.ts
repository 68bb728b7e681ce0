import "server-only";
import type { z } from "zod";
import type { exceededQuerySchema, ExceededView } from "#lib/contracts/team/limits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { readExceeded } from "./readExceeded.ts";

/**
 * The limit of this member that an order with this total would exceed as things are now, so that it needs approval. Only informs: it is
 * decided when the order is confirmed.
 * @throws AppError `forbidden`.
 */
export async function wouldExceed(
  request: MemberRequest,
  { currency, price }: z.output<typeof exceededQuerySchema>,
): Promise<ExceededView> {
  requirePermission(request, "orders.place");
  const at = request.clock.now();
  return { exceeded: await readExceeded(request.db, request, { currency, price, at }) };
}
