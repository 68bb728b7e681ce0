import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { budgetUse, leftOf, UNUSED, type Used } from "./budgetAmounts.ts";

const amounts = [{ currency: "EUR", amount: 10_000 }];
/** An order is asked for; one of those that are reserved is accepted; one is released. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("ask" as const), price: fc.integer({ min: 0, max: 6_000 }) }),
  fc.record({
    kind: fc.constantFrom("accept" as const, "release" as const, "release spent" as const),
    which: fc.nat({ max: 20 }),
  }),
);

describe("the arithmetic of a budget", () => {
  it("never reserves and spends more than a hard amount, nor less than nothing, in whatever order orders are reserved, spent and released", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat({ max: 12_000 }), (steps, usedBefore) => {
        const reserved: number[] = [];
        const spent: number[] = [];
        const sum = (prices: readonly number[]) => prices.reduce((total, price) => total + price, 0);
        const used = (): Used => ({ reserved: sum(reserved), spent: sum(spent) });
        const before: Used = { reserved: 0, spent: usedBefore };
        for (const each of steps) {
          const use = budgetUse(amounts, "EUR", used(), before);
          if (each.kind === "ask") {
            // The decision of a hard budget.
            if (each.price <= leftOf(use)) reserved.push(each.price);
          } else {
            const from = each.kind === "release spent" ? spent : reserved;
            const [price] = from.splice(each.which % Math.max(1, from.length), 1);
            if (each.kind === "accept" && price !== undefined) spent.push(price);
          }
          const after = budgetUse(amounts, "EUR", used(), before);
          expect(after.reserved).toBeGreaterThanOrEqual(0);
          expect(after.spent).toBeGreaterThanOrEqual(0);
          expect(after.reserved + after.spent).toBeLessThanOrEqual(after.amount);
          expect(leftOf(after)).toBe(after.amount - after.reserved - after.spent);
          expect(after.amount).toBe(10_000 + Math.max(0, 10_000 - usedBefore));
        }
      }),
    );
  });

  it("has nothing in a currency without an amount", () => {
    expect(budgetUse(amounts, "USD", UNUSED, UNUSED)).toMatchObject({ amount: 0, carried: 0 });
  });
});
