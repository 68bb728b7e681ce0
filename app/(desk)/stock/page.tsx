import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { StockScreen } from "#components/codes/stock/StockScreen.tsx";
import { stockQuery } from "#lib/queries/codes.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readStock } from "#server/codes/stock/readStock.ts";

export const metadata: Metadata = { title: "Stock" };

export default async function StockPage() {
  const { request, environment } = await requireViewer("stock.read");
  const client = makeQueryClient();
  client.setQueryData(stockQuery(environment).queryKey, await readStock(request));
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <StockScreen />
    </PrefetchedQueries>
  );
}
