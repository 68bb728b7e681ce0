import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import {
  PREVIEW_LISTED,
  type previewRuleRequestSchema,
  type RulePreview,
} from "#lib/contracts/restock/restockRules.ts";
import { decideRefill } from "#lib/restock/refill.ts";
import { problemMessage } from "#lib/restock/problemWords.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { newRule } from "./newRule.ts";
import { readSituations, type SituatedRule } from "./readSituations.ts";
import { readRule, type RuleRow } from "./ruleRows.ts";

/**
 * What a rule would do now, for whoever is about to make or approve it (POST /api/restock-rules/preview). Nothing is done or written.
 * @throws AppError `forbidden`, `not-found`, `validation`.
 */
export async function previewRule(
  request: MemberRequest,
  input: z.output<typeof previewRuleRequestSchema>,
): Promise<RulePreview> {
  requirePermission(request, "stock.read");
  const rule = "ruleId" in input ? await readRule(request, input.ruleId) : await trialOf(request, input);
  const { rules, views } = await readSituations(request, request.environment, { ...rule, paused: false });
  const items = rules.map(decideInTurn);
  const acting = items.filter(({ quantity }) => quantity > 0);
  const found = views.find((view) => view.rule.id === rule.id)?.found;
  return {
    products: rules.length,
    elsewhere: (found?.ids.length ?? rules.length) - rules.length,
    currency: rule.currency ?? rules[0]?.currency ?? null,
    acts: {
      products: acting.length,
      codes: sum(acting.map(({ quantity }) => quantity)),
      total: sum(acting.map(({ quantity, price }) => quantity * (price ?? 0))),
    },
    items: items.filter(({ quantity, problem }) => quantity > 0 || problem !== null).slice(0, PREVIEW_LISTED),
    problem:
      found === undefined || found.problem === null
        ? null
        : problemMessage(found.problem, { rule, currency: rule.currency }, null),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Each decision counts what those before it would spend. */
function decideInTurn({ rule, productId, productName, currency, situation, tally }: SituatedRule) {
  const refill = decideRefill(rule, { ...situation, spentToday: tally.spentToday });
  const known = { productId, productName, position: situation.position };
  if (refill.kind === "enough") return { ...known, quantity: 0, price: null, problem: null };
  if (refill.kind === "unable") {
    const problem = problemMessage(refill.problem, { rule, currency }, refill.price);
    return { ...known, quantity: 0, price: refill.price, problem };
  }
  if (rule.mode !== "tell") tally.spentToday += refill.quantity * refill.price;
  return { ...known, quantity: refill.quantity, price: refill.price, problem: null };
}

type Trial = Exclude<z.output<typeof previewRuleRequestSchema>, { ruleId: string }>;

async function trialOf(request: MemberRequest, input: Trial): Promise<RuleRow> {
  requirePermission(request, "rules.manage");
  return { ...UNKNOWN, id: randomUUID(), ...(await newRule(request, input)) };
}

/** What nobody has said of a rule that is not there yet. */
const UNKNOWN = {
  productId: null,
  viewName: null,
  viewQuery: null,
  currency: null,
  viewProducts: null,
  amount: null,
  highestPrice: null,
  mostPerDay: null,
  paused: false,
  version: 1,
  approvedVersion: null,
  approvedBy: null,
  runs: 0,
  toldAt: null,
  problem: null,
  problemMessage: null,
  problemSince: null,
  deletedAt: null,
};
