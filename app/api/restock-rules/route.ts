import { makeRuleRequestSchema, restockRulesSchema } from "#lib/contracts/restock/restockRules.ts";
import { listRules } from "#server/restock/listRules.ts";
import { makeRule } from "#server/restock/saveRule.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "stock.read",
  machine: { summary: "Lists the restock rules", answer: restockRulesSchema },
  handle: ({ request }) => listRules(request),
});

export const POST = route({
  permission: "rules.manage",
  body: makeRuleRequestSchema,
  handle: ({ request, body }) => makeRule(request, body),
});
