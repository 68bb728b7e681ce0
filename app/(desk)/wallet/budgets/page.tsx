import type { Metadata } from "next";
import { BudgetsScreen } from "#components/budgets/BudgetsScreen.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { budgetsQuery } from "#lib/queries/team/budgets.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listBudgets } from "#server/orders/budgets/listBudgets.ts";

export const metadata: Metadata = { title: "Budgets" };

export default async function BudgetsPage() {
  const { request, environment } = await requireViewer("wallet.read");
  const client = makeQueryClient();
  await client.prefetchQuery({ ...budgetsQuery(environment), queryFn: () => listBudgets(request) });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <BudgetsScreen />
    </PrefetchedQueries>
  );
}
