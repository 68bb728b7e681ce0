"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { paths } from "#lib/paths.ts";
import { ordersListQuery } from "#lib/queries/orders/orders.ts";
import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import type { ReactNode } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { RECENT_COLUMNS, RecentRow } from "./RecentRow.tsx";

const HEADS = [
  { text: "Order" },
  { text: "State" },
  { text: "Total", numeric: true },
  { text: "Action", hidden: true },
];

export type OrdersPartProps = {
  title: string;
  filter: OrdersFilter;
  /** The most orders shown; the list of orders has all of them. */
  shown: number;
  /** Shown when there are none. */
  empty: ReactNode;
  skeletonRows: number;
};

/** The newest orders of one kind, each with a button to order it again. */
export function OrdersPart({ title, filter, shown, empty, skeletonRows }: OrdersPartProps) {
  const environment = useEnvironment();
  const query = useInfiniteQuery(ordersListQuery(environment, filter));
  const mayPlace = usePermission("orders.place");
  const pages = query.data?.pages ?? [];
  const orders = pages.flatMap((page) => page.items);
  const more = orders.length > shown || pages.at(-1)?.nextCursor != null;
  return (
    <Section title={title} actions={more ? <TextLink href={paths.orders()}>View all orders</TextLink> : null}>
      <QueryPart
        compact
        query={query}
        failed="Orders couldn't be loaded"
        skeleton={<SkeletonRows rows={skeletonRows} label="Loading orders" />}
      >
        {() =>
          orders.length === 0 ? (
            empty
          ) : (
            <StackTable label={title} heads={HEADS} columns={RECENT_COLUMNS}>
              {orders.slice(0, shown).map((order) => (
                <RecentRow key={referenceOf(order)} order={order} mayPlace={mayPlace} />
              ))}
            </StackTable>
          )
        }
      </QueryPart>
    </Section>
  );
}
