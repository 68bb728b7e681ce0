import { previewRuleRequestSchema } from "#lib/contracts/restock/restockRules.ts";
import { previewRule } from "#server/restock/previewRule.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "stock.read",
  body: previewRuleRequestSchema,
  handle: ({ request, body }) => previewRule(request, body),
});
