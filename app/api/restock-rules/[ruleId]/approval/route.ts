import { approveRuleRequestSchema, ruleAddressSchema } from "#lib/contracts/restock/restockRules.ts";
import { approveRule } from "#server/restock/approveRule.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "orders.approve",
  params: ruleAddressSchema,
  body: approveRuleRequestSchema,
  handle: ({ request, params, body }) => approveRule(request, { ...params, ...body }),
});
