import { exportStockRequestSchema } from "#lib/contracts/codes/stock.ts";
import { exportStock } from "#server/codes/stock/exportStock.ts";
import { route } from "#server/route/route.ts";

export const POST = route({
  permission: "stock.read",
  body: exportStockRequestSchema,
  handle: ({ request, body }) => exportStock(request, body),
});
