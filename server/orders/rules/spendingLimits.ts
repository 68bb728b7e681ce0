import "server-only";
import { readExceeded } from "#server/orders/limits/readExceeded.ts";
import { limitCurrency } from "#lib/orders/limits/limitAmong.ts";
import { limitInForce } from "#server/orders/limits/limitInForce.ts";
import { PASS, wait, type Rule } from "./rule.ts";

/**
 * Has an order wait that is above what the member may spend without approval. Their orders in a currency are decided on one after
 * the other, so that several together cannot exceed a limit (docs/architecture.md#invariants, 12).
 */
export const spendingLimits: Rule = {
  concerns: async (request, { currency }) => (await limitInForce(request, currency)) !== null,
  locks: ({ request: { environment, actor }, input: { currency } }) => [
    ["limit", environment, limitCurrency(currency), actor.id],
  ],
  decide: async (tx, { request, order }) => {
    // Every order that is placed here has both.
    const { currency, price, createdAt: at } = order;
    if (currency === null || price === null) throw new Error("an order without a price");
    const exceeded = await readExceeded(tx, request, { currency, price, at });
    return exceeded === null ? PASS : wait(exceeded);
  },
};
