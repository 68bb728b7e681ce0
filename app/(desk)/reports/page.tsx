import type { Metadata } from "next";
import { ReportsScreen } from "#components/orders/reports/ReportsScreen.tsx";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { reportsQuery } from "#lib/queries/reports.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listReports } from "#server/reports/manageReports.ts";

export const metadata: Metadata = { title: "Reports" };

export default async function ReportsPage() {
  const { request, environment } = await requireViewer("orders.read");
  const client = makeQueryClient();
  await client.prefetchQuery({ ...reportsQuery(environment), queryFn: () => listReports(request) });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <ReportsScreen />
    </PrefetchedQueries>
  );
}
