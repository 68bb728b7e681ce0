import type { ExceededLimit, LimitAmounts } from "#lib/contracts/team/limits.ts";
import type { Instant } from "#lib/time/instant.ts";

/** What a member had spent before an order, in minor units of its currency. */
export type Spent = { day: number; month: number };

/** `from` is inclusive, `to` exclusive. */
export type Period = { from: Instant; to: Instant };

/** The first limit that an order with this price exceeds; null: it is within all of them. */
export function exceededLimit(
  { perOrder, perDay, perMonth }: LimitAmounts,
  price: number,
  spent: Spent,
): ExceededLimit | null {
  if (perOrder !== null && price > perOrder) return { period: "order", limit: perOrder, used: 0 };
  // Subtracted, because a sum may exceed what an integer represents exactly.
  if (perDay !== null && price > perDay - spent.day) return { period: "day", limit: perDay, used: spent.day };
  if (perMonth !== null && price > perMonth - spent.month) {
    return { period: "month", limit: perMonth, used: spent.month };
  }
  return null;
}

/** Whether one of a member's limits was raised or removed. Null: there were none, or there are none any more. */
export function isRaised(before: LimitAmounts | null, after: LimitAmounts | null): boolean {
  // Nothing is within it, whatever else it allows.
  if (after?.perOrder === 0) return false;
  const amounts = ["perOrder", "perDay", "perMonth"] as const;
  return amounts.some((each) => (before?.[each] ?? Infinity) < (after?.[each] ?? Infinity));
}

/** What is within both limits. Null: no limit. */
export function strictest(one: LimitAmounts | null, other: LimitAmounts | null): LimitAmounts | null {
  if (one === null || other === null) return one ?? other;
  const lower = (each: keyof LimitAmounts) => {
    const amount = Math.min(one[each] ?? Infinity, other[each] ?? Infinity);
    return amount === Infinity ? null : amount;
  };
  return { perOrder: lower("perOrder"), perDay: lower("perDay"), perMonth: lower("perMonth") };
}

/** The day and the calendar month of a moment, in UTC: the same for all members and instances. */
export function periodsOf(at: Instant): { day: Period; month: Period } {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return {
    day: { from: Date.UTC(year, month, day), to: Date.UTC(year, month, day + 1) },
    month: { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) },
  };
}
