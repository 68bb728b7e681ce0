import "server-only";
import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import { beyondAllowance, beyondProblem, withReason } from "#lib/orders/lines/allowance.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { AppError } from "#server/context/errors.ts";
import {
  hasProductLimit,
  readProductLimits,
  type CountedLimit,
} from "#server/orders/limits/readProductLimits.ts";
import { PASS, refuse, type StandingRule } from "./rule.ts";

/**
 * Refuses an order of more codes of a product than the team may order within the days of its limit. Orders of limited products are decided
 * on one after the other, so that several together cannot exceed a limit (docs/architecture.md#invariants, 12). They share one lock: an
 * order can have more products than the database has room for locks, once many orders are decided on at a time.
 */
export const quantityLimits: StandingRule = {
  concerns: ({ db, environment }, { lines }) =>
    hasProductLimit(
      db,
      environment,
      lines.map(({ productId }) => productId),
    ),
  locks: ({ request }) => [["product limits", request.environment]],
  decide: async (tx, { request: { environment }, order: { id, createdAt, lines } }) => {
    const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))];
    const limits = await readProductLimits(tx, { environment, at: createdAt, except: id }, ids);
    const beyond = beyondAllowance(lines, new Map(limits.map((each) => [each.productId, allowanceOf(each)])));
    if (beyond.size === 0) return PASS;
    const problems = [...beyond].map(([index, allowance]) => beyondProblem(index, allowance));
    const message = "The team's limit of a product doesn't allow this order. Nothing was sent.";
    return refuse(new AppError("conflict", message, { lines: problems }));
  },
  allowances: async ({ db, environment, clock }, productIds) =>
    (await readProductLimits(db, { environment, at: clock.now() }, productIds)).map(allowanceOf),
};

function allowanceOf({ productId, codes, days, ordered, reason }: CountedLimit): Allowance {
  const left = Math.max(0, codes - ordered);
  const limit =
    codes === 0
      ? "Your team has blocked this product."
      : `Your team orders at most ${counted(codes, "code", "codes")} of this product ${days === 1 ? "a day" : `in ${days} days`} (UTC): ${formatCount(left)} left.`;
  return { productId, left, reason: withReason(limit, reason) };
}
