import "server-only";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { notRepeated } from "./notRepeated.ts";
import type { Rule } from "./rule.ts";
import { spendingLimits } from "./spendingLimits.ts";
import { unchangedDraft } from "./unchangedDraft.ts";

/** All rules, in the order in which every transaction takes their locks. */
const RULES: readonly Rule[] = [unchangedDraft, notRepeated, spendingLimits];

/** The rules that may concern an order, as things are now. */
export async function rulesConcerning(
  request: MemberRequest,
  input: PlaceOrderRequest,
): Promise<readonly Rule[]> {
  const concerned = await Promise.all(RULES.map(async (rule) => rule.concerns(request, input)));
  return RULES.filter((_, index) => concerned[index] === true);
}
