import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { PrefetchedQueries } from "#components/shell/page/PrefetchedQueries.tsx";
import { Overview } from "#components/overview/Overview.tsx";
import { FOLDED, TOUR_COOKIE } from "#components/overview/tour.ts";
import { TryThis } from "#components/overview/TryThis.tsx";
import { attentionQuery } from "#lib/queries/orders/attention.ts";
import { catalogStatusOf, catalogStatusQuery } from "#lib/queries/catalog/catalogStatus.ts";
import { releasesQuery, revealAlertsQuery } from "#lib/queries/codes.ts";
import { ordersListQuery, ordersQueryOf } from "#lib/queries/orders/orders.ts";
import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { makeQueryClient } from "#lib/queries/client/queryClient.ts";
import { permits } from "#lib/members/roles.ts";
import { overviewQuery } from "#lib/queries/overview.ts";
import { rulesToAttendQuery } from "#lib/queries/restock.ts";
import { walletLimitsQuery } from "#lib/queries/wallet.ts";
import { writeQueries } from "#lib/queries/client/writtenQueries.ts";
import { requireViewer } from "#server/auth/sessions/session.ts";
import { searchProducts } from "#server/catalog/searchProducts.ts";
import { listReleases } from "#server/codes/releases/listReleases.ts";
import { listRevealAlerts } from "#server/codes/listRevealAlerts.ts";
import { listAttention } from "#server/orders/attention/listAttention.ts";
import { listRulesToAttend } from "#server/restock/listRulesToAttend.ts";
import { readOverview } from "#server/overview/readOverview.ts";
import { listOrders } from "#server/orders/verbs/listOrders.ts";
import { paths } from "#lib/paths.ts";
import { readDemo } from "#server/settings/readDemo.ts";
import { readWalletLimits } from "#server/wallet/limits.ts";
import { pagesFor } from "./pages.ts";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { environment, request, viewer } = await requireViewer();
  // Signing in leads here: a role without orders starts with the first page that it may see.
  if (!permits(viewer, "orders.read")) redirect(pagesFor(viewer)[0]?.href ?? paths.settings());
  const demo = permits(viewer, "orders.place") ? readDemo() : null;
  const isFolded = (await cookies()).get(TOUR_COOKIE)?.value === FOLDED;
  const client = makeQueryClient();
  const prefetchOrders = (filter: OrdersFilter) =>
    client.prefetchInfiniteQuery({
      ...ordersListQuery(environment, filter),
      queryFn: ({ pageParam }) => listOrders(request, ordersQueryOf(filter, pageParam)),
    });
  // Without the balances, which come from the service: a page does not wait for that.
  await Promise.all([
    client.prefetchQuery({ ...attentionQuery(environment), queryFn: () => listAttention(request) }),
    client.prefetchQuery({
      ...overviewQuery(environment, 30),
      queryFn: () => readOverview(request, { days: "30" }),
    }),
    permits(viewer, "audit.read")
      ? client.prefetchQuery({ ...revealAlertsQuery(environment), queryFn: () => listRevealAlerts(request) })
      : null,
    permits(viewer, "codes.reveal")
      ? client.prefetchQuery({ ...releasesQuery(environment), queryFn: () => listReleases(request) })
      : null,
    permits(viewer, "stock.read")
      ? client.prefetchQuery({
          ...rulesToAttendQuery(environment),
          queryFn: () => listRulesToAttend(request),
        })
      : null,
    permits(viewer, "wallet.read")
      ? client.prefetchQuery({
          ...walletLimitsQuery(environment),
          queryFn: () => readWalletLimits(request),
        })
      : null,
    prefetchOrders({}),
    client.prefetchQuery({
      ...catalogStatusQuery(environment),
      queryFn: async () => catalogStatusOf(await searchProducts(request, { skip: 0, take: 1 })),
    }),
  ]);
  return (
    <PrefetchedQueries queries={writeQueries(client)}>
      <Overview
        tour={
          demo === null ? null : (
            <TryThis words={demo.tryThis} scenarios={demo.scenarios} isFolded={isFolded} />
          )
        }
      />
    </PrefetchedQueries>
  );
}
