import { stockSchema } from "#lib/contracts/codes/stock.ts";
import { readStock } from "#server/codes/stock/readStock.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "stock.read",
  machine: { summary: "Lists how many codes of each product are left", answer: stockSchema },
  handle: ({ request }) => readStock(request),
});
