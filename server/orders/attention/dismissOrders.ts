import "server-only";
import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { DismissAnswer, DismissRequest } from "#lib/contracts/orders/attention.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { NEEDS_ATTENTION, orders } from "#server/db/schema/orders.ts";
import { NOT_DISMISSED } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Dismisses orders that need attention, or puts them back on the list. Audited. Skips an order whose state or alarm has changed since
 * the member saw it, or that another member has already dismissed or put back. A later change of its state or alarm ends the
 * dismissal (commitEvent).
 * @throws AppError `forbidden`.
 */
export async function dismissOrders(
  request: MemberRequest,
  { dismissed, orders: asked }: DismissRequest,
): Promise<DismissAnswer> {
  requirePermission(request, "orders.dismiss");
  const { environment, actor } = request;
  const seenAs = new Map(asked.map((order) => [order.reference, order]));
  const references = [...seenAs.keys()];
  const named = or(
    inArray(orders.externalOrderCode, references),
    and(isNull(orders.externalOrderCode), inArray(orders.orderId, references)),
  );
  const now = request.clock.now();
  return request.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.environment, environment),
          named,
          dismissed ? NEEDS_ATTENTION : isNotNull(orders.dismissedAt),
        ),
      )
      // In a fixed order, so that two members who dismiss the same orders cannot deadlock.
      .orderBy(orders.id)
      .for("update");
    const seen = rows.filter((row) => {
      const { state, alarm = row.alarm } = seenAs.get(referenceOf(row)) ?? {};
      return state === row.state && (alarm === row.alarm || !dismissed);
    });
    if (seen.length === 0) return { changed: 0 };
    const ids = seen.map(({ id }) => id);
    await tx
      .update(orders)
      .set(dismissed ? { dismissedAt: now, dismissedBy: actor.id } : NOT_DISMISSED)
      .where(inArray(orders.id, ids));
    for (const orderRow of ids) {
      await recordAudit(tx, {
        at: now,
        environment,
        actorId: actor.id,
        action: dismissed ? "order.dismissed" : "order.restored",
        orderRow,
      });
    }
    return { changed: seen.length };
  });
}
