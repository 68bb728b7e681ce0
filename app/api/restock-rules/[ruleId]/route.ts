import { changeRuleRequestSchema, ruleAddressSchema } from "#lib/contracts/restock/restockRules.ts";
import { changeRule, removeRule } from "#server/restock/saveRule.ts";
import { route } from "#server/route/route.ts";

export const PUT = route({
  permission: "rules.manage",
  params: ruleAddressSchema,
  body: changeRuleRequestSchema,
  handle: ({ request, params, body }) => changeRule(request, { ...params, ...body }),
});

export const DELETE = route({
  permission: "rules.manage",
  params: ruleAddressSchema,
  handle: ({ request, params }) => removeRule(request, params),
});
