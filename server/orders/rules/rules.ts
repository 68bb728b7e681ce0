import "server-only";
import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { strictestAllowances } from "#lib/orders/lines/allowance.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { budgetRule } from "./budgets.ts";
import { quantityLimits } from "./quantityLimits.ts";
import { notRepeated } from "./notRepeated.ts";
import type { Rule, StandingRule } from "./rule.ts";
import { spendingLimits } from "./spendingLimits.ts";
import { unchangedDraft } from "./unchangedDraft.ts";

/** The rules that are decided once more when an order is approved. */
export const STANDING_RULES: readonly StandingRule[] = [quantityLimits];

/** All rules, in the order in which every transaction takes their locks. */
const RULES: readonly Rule[] = [unchangedDraft, notRepeated, spendingLimits, budgetRule, ...STANDING_RULES];

/** The rules that may concern an order, as things are now. */
export async function rulesConcerning(
  request: MemberRequest,
  input: PlaceOrderRequest,
): Promise<readonly Rule[]> {
  const concerned = await Promise.all(RULES.map(async (rule) => rule.concerns(request, input)));
  return RULES.filter((_, index) => concerned[index] === true);
}

/**
 * What the rules leave of products as things are now, of these or of all: one for each product that is limited. `among`: the only rules that
 * may concern them, if that is known.
 */
export async function allowancesNow(
  request: MemberRequest,
  productIds?: readonly number[],
  among: readonly Rule[] = RULES,
): Promise<ReadonlyMap<number, Allowance>> {
  const asked = STANDING_RULES.filter((rule) => among.includes(rule));
  const all = await Promise.all(
    asked.map(async (rule) => (await rule.allowances?.(request, productIds)) ?? []),
  );
  return strictestAllowances(all.flat());
}
