import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import { daysOf } from "#lib/orders/limits/budgetPeriods.ts";
import { partUsed } from "#lib/orders/limits/budgetAmounts.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { budgets } from "#server/db/schema/limits.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { readBudgetsUse } from "./countBudgets.ts";

/**
 * Records that 80 % or all of a budget is used with an order that was just written, of which a notice is made: once for each budget,
 * currency, period and part. Call in the transaction that writes the order, which holds the lock of budgets.
 */
export async function tellNeared(
  tx: Transaction,
  request: MemberRequest,
  { budgets: ids, currency, createdAt: at }: OrderRow,
): Promise<void> {
  if (ids.length === 0 || currency === null) return;
  const rows = await tx.select().from(budgets).where(inArray(budgets.id, ids)).orderBy(asc(budgets.id));
  for (const { budget: row, period, use } of await readBudgetsUse(tx, rows, currency, at)) {
    const part = partUsed(use);
    if (part === null) continue;
    const code = limitCurrency(currency);
    const { from } = daysOf(period);
    const told = row.told[code];
    if (told !== undefined && told.from === from && told.part >= part) continue;
    await tx
      .update(budgets)
      .set({ told: { ...row.told, [code]: { from, part } } })
      .where(eq(budgets.id, row.id));
    await recordAudit(tx, {
      at: request.clock.now(),
      environment: row.environment,
      actorId: request.actor.id,
      action: "budget.neared",
      details: { budgetId: row.id, name: row.name, currency: code, from, percent: part },
    });
  }
}
