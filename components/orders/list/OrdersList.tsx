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
import { filterOf, isNarrowed, parseListAddress } from "./listAddress.ts";
import { OrderRows } from "#components/orderSummary/OrderRows.tsx";
import { OrdersFilters } from "./OrdersFilters.tsx";

/** The ledger, newest first. The whole view is in the address. */
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
      {list.isPending ? <SkeletonRows rows={10} label="Loading the orders" /> : null}
      {list.error && !list.data ? (
        <ProblemState
          title="The orders could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.data && orders.length === 0 ? (
        <NoOrders narrowed={isNarrowed(address)} mayPlace={mayPlace} />
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

function NoOrders({ narrowed, mayPlace }: { narrowed: boolean; mayPlace: boolean }) {
  if (narrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title="No order matches"
        actions={<LinkButton href={paths.orders()}>Show all orders</LinkButton>}
      >
        An order that was placed elsewhere is found by the field at the top of the page, by its code or order
        id.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No orders yet"
      actions={mayPlace ? <LinkButton href={paths.newOrder()}>Build the first order</LinkButton> : null}
    >
      Orders stand here from the moment they are confirmed, whatever becomes of them.
    </EmptyState>
  );
}
