import { failureRatesQuerySchema } from "#lib/contracts/claims/claims.ts";
import { readFailureRates } from "#server/claims/readFailureRates.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "stock.read",
  query: failureRatesQuerySchema,
  handle: ({ request, query }) => readFailureRates(request, { productId: Number(query.product) }),
});
