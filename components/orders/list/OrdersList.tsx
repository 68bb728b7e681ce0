"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { ordersListQuery } from "#lib/queries/orders.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { filterOf, isFiltered, parseListAddress } from "./listAddress.ts";
import { OrderRows } from "#components/orderSummary/OrderRows.tsx";
import { OrdersFilters } from "./OrdersFilters.tsx";

/** All orders, newest first. The filters are in the address. */
export function OrdersList() {
  const environment = useEnvironment();
  const { zone } = useTimes();
  const address = parseListAddress(new URLSearchParams(useSearchParams()));
  const mayPlace = usePermission("orders.place");
  const list = useInfiniteQuery(ordersListQuery(environment, filterOf(address, zone)));
  const orders = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <>
      <PageHeader
        title="Orders"
        actions={
          mayPlace ? (
            <LinkButton href={paths.newOrder()} variant="primary">
              New order
            </LinkButton>
          ) : null
        }
      />
      <OrdersFilters address={address} />
      {list.isPending ? <SkeletonRows rows={10} label="Loading orders" /> : null}
      {list.error && !list.data ? (
        <ProblemState
          title="Orders couldn't be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.data && orders.length === 0 ? (
        <NoOrders hasFilters={isFiltered(address)} mayPlace={mayPlace} />
      ) : null}
      {orders.length > 0 ? <OrderRows label="Orders" orders={orders} /> : null}
      {list.hasNextPage ? (
        <div className="flex justify-center py-4">
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older orders
          </Button>
        </div>
      ) : null}
    </>
  );
}

function NoOrders({ hasFilters, mayPlace }: { hasFilters: boolean; mayPlace: boolean }) {
  if (hasFilters) {
    return (
      <EmptyState
        icon={SearchX}
        title="No orders found"
        actions={<LinkButton href={paths.orders()}>View all orders</LinkButton>}
      >
        To find an order that was placed elsewhere, enter its reference or order ID in the field at the top of
        the page.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No orders yet"
      actions={mayPlace ? <LinkButton href={paths.newOrder()}>Create an order</LinkButton> : null}
    >
      Orders appear here as soon as you place them.
    </EmptyState>
  );
}
