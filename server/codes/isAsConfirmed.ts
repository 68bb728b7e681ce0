import "server-only";
import { eq, sql } from "drizzle-orm";
import { differencesFromIntent } from "#lib/orders/lifecycle/compareIntent.ts";
import { withhold } from "#lib/orders/lifecycle/mergeReport.ts";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import { isWithheld } from "#lib/orders/lifecycle/withheld.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import { NOT_DISMISSED } from "#server/orders/ledger/ledgerRow.ts";

/**
 * Whether an answer with codes is what was confirmed. If not, withholds the order's codes from everybody and raises the alarm, as a
 * poll with the same answer does.
 */
export async function isAsConfirmed(
  { db, clock }: MemberRequest,
  orderRow: string,
  report: OrderReport,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(orders).where(eq(orders.id, orderRow)).for("update");
    if (row === undefined || isWithheld(row)) return false;
    const differences = differencesFromIntent(row, report);
    if (differences.length === 0) return true;
    const { otherOrder, alarm, state } = withhold(row, report, differences);
    await tx
      .update(orders)
      .set({ ...NOT_DISMISSED, otherOrder, alarm, state, revision: sql`${orders.revision} + 1` })
      .where(eq(orders.id, orderRow));
    await recordAudit(tx, {
      at: clock.now(),
      environment: row.environment,
      action: "order.alarm",
      orderRow,
      details: { alarm },
    });
    return false;
  });
}
