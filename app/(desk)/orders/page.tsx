import type { Metadata } from "next";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { filterOf, parseListAddress } from "#lib/orders/list/listAddress.ts";
import { toSearchParams } from "#lib/catalog/views/viewParams.ts";
import { orderCountsQuery } from "#lib/queries/orders/orderList.ts";
import { ordersListQuery, ordersQueryOf } from "#lib/queries/orders/orders.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { readTimes } from "#server/auth/sessions/readTimes.ts";
import { countOrders } from "#server/orders/verbs/countOrders.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { OrdersScreen } from "./OrdersScreen.tsx";

export const metadata: Metadata = { title: "Orders" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function OrdersPage({ searchParams }: Props) {
  const { request, environment } = await requireViewer("orders.read");
  const times = await readTimes();
  const filter = filterOf(parseListAddress(toSearchParams(await searchParams)), times, request.clock.now());
  const client = makeQueryClient();
  await client.prefetchInfiniteQuery({
    ...ordersListQuery(environment, filter),
    queryFn: ({ pageParam }) => listOrders(request, ordersQueryOf(filter, pageParam)),
  });
  await client.prefetchQuery({
    ...orderCountsQuery(environment, filter),
    queryFn: () => countOrders(request, filter),
  });
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <OrdersScreen />
    </PrefetchedQueries>
  );
}
