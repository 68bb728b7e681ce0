import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { StockHistoryScreen } from "#components/codes/stock/history/StockHistoryScreen.tsx";
import { productIdTextSchema } from "#lib/contracts/catalog/product.ts";
import { stockHistoryQuery } from "#lib/queries/codes.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readStockHistory } from "#server/codes/stock/readStockHistory.ts";

export const metadata: Metadata = { title: "History of codes" };

export default async function StockHistoryPage({ params }: { params: Promise<{ productId: string }> }) {
  const { request, environment } = await requireViewer("orders.read");
  const parsed = productIdTextSchema.safeParse((await params).productId);
  if (!parsed.success) notFound();
  const client = makeQueryClient();
  const history = await readStockHistory(request, { productId: parsed.data });
  client.setQueryData(stockHistoryQuery(environment, parsed.data).queryKey, history);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <StockHistoryScreen productId={parsed.data} />
    </PrefetchedQueries>
  );
}
