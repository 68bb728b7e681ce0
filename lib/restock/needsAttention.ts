import type { RestockRule } from "#lib/contracts/restock/restockRules.ts";

/** Whether a rule could not act, for one of its products at least. */
export function needsAttention({ problem, view }: Pick<RestockRule, "problem" | "view">): boolean {
  return problem !== null || (view !== null && view.problemCount > 0);
}
