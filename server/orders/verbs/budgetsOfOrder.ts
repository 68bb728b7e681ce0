import "server-only";
import { asc, inArray } from "drizzle-orm";
import type { BudgetsLeft } from "#lib/contracts/orders/budgets.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { budgets } from "#server/db/schema/limits.ts";
import { findOrAdoptOrder } from "./readOrder.ts";
import { leftOfEach } from "#server/orders/budgets/budgetsLeft.ts";

/**
 * What is left of the budgets that an order counts in, itself included, in the period in which it was confirmed.
 * @throws AppError `forbidden`, `not-found`.
 */
export async function budgetsOfOrder(
  request: MemberRequest,
  { reference }: { reference: string },
): Promise<BudgetsLeft> {
  const { budgets: ids, currency, createdAt } = await findOrAdoptOrder(request, reference);
  if (ids.length === 0 || currency === null) return { budgets: [] };
  const rows = await request.db
    .select()
    .from(budgets)
    .where(inArray(budgets.id, ids))
    .orderBy(asc(budgets.name), asc(budgets.id));
  return { budgets: await leftOfEach(request, rows, currency, createdAt) };
}
