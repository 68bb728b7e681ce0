import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { SchedulesList } from "#components/orders/schedules/SchedulesList.tsx";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { schedulesQuery } from "#lib/queries/orders/schedules.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { listSchedules } from "#server/orders/schedules/listSchedules.ts";

export const metadata: Metadata = { title: "Schedules" };

export default async function SchedulesPage() {
  const { request, environment } = await requireViewer("orders.read");
  const client = makeQueryClient();
  await client.prefetchQuery({
    ...schedulesQuery(environment),
    queryFn: () => listSchedules(request),
  });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <SchedulesList />
    </PrefetchedQueries>
  );
}
