import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { StockScreen } from "#components/codes/stock/StockScreen.tsx";
import { stockQuery } from "#lib/queries/codes.ts";
import { rulesQuery } from "#lib/queries/restock.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readStock } from "#server/codes/stock/readStock.ts";
import { listRules } from "#server/restock/listRules.ts";

export const metadata: Metadata = { title: "Stock" };

export default async function StockPage() {
  const { request, environment } = await requireViewer("stock.read");
  const client = makeQueryClient();
  const [stock, rules] = await Promise.all([readStock(request), listRules(request)]);
  client.setQueryData(stockQuery(environment).queryKey, stock);
  client.setQueryData(rulesQuery(environment).queryKey, rules);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <StockScreen />
    </PrefetchedQueries>
  );
}
