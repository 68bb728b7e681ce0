import { stockHistoryAddressSchema } from "#lib/contracts/codes/stockHistory.ts";
import { readStockHistory } from "#server/codes/stock/readStockHistory.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.read",
  params: stockHistoryAddressSchema,
  handle: ({ request, params }) => readStockHistory(request, params),
});
