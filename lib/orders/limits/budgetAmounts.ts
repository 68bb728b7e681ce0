import type { BudgetUse } from "#lib/contracts/orders/budgets.ts";

/** What orders use of a budget in one currency and period, in minor units. */
export type Used = { reserved: number; spent: number };
export const UNUSED: Used = { reserved: 0, spent: 0 };

/**
 * What a budget has in a currency, with what was left of the period before. A currency without an amount has none.
 * @param before what the period before used; null: nothing is carried over.
 */
export function budgetUse(
  amounts: readonly { currency: string; amount: number }[],
  currency: string,
  used: Used,
  before: Used | null,
): BudgetUse {
  const amount = amounts.find((each) => each.currency === currency)?.amount ?? 0;
  const carried = before === null ? 0 : Math.max(0, amount - before.reserved - before.spent);
  return { currency, amount: amount + carried, carried, ...used };
}

/** The percentage of a budget of which somebody is told, once that much of it is used; null: less is. */
export function partUsed({ amount, reserved, spent }: BudgetUse): 80 | 100 | null {
  const used = reserved + spent;
  if (used >= amount) return 100;
  // Divided, because a product may exceed what an integer represents exactly.
  return used / amount >= 0.8 ? 80 : null;
}

/** Less than nothing if more is used, as after an amount was lowered. */
export function leftOf({
  amount,
  reserved,
  spent,
}: Pick<BudgetUse, "amount" | "reserved" | "spent">): number {
  return amount - reserved - spent;
}
