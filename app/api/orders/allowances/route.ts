import { allowancesSchema } from "#lib/contracts/orders/allowances.ts";
import { route } from "#server/route/route.ts";
import { listAllowances } from "#server/orders/verbs/listAllowances.ts";

export const GET = route({
  permission: "orders.place",
  machine: {
    summary: "Lists how many codes of limited products may still be ordered",
    answer: allowancesSchema,
  },
  handle: ({ request }) => listAllowances(request),
});
