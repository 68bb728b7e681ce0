"use client";

import { useQuery, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { OrdersPage, OrderSummary } from "#lib/contracts/orders/order.ts";
import { isInFlight } from "#lib/orders/lifecycle/states.ts";
import type { OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { compareLists, newsText, withChanges } from "#lib/orders/list/liveList.ts";
import { ordersHeadQuery } from "#lib/queries/orders/orderList.ts";
import { ordersListQuery, PAGE_SIZE } from "#lib/queries/orders/orders.ts";
import { SECOND } from "#lib/time/instant.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { announce } from "#components/ui/Announcer.tsx";

const WHILE_IN_FLIGHT = 10 * SECOND;
const OTHERWISE = 30 * SECOND;
/** A list that was read this recently need not be compared at once. */
const JUST_READ = 5 * SECOND;

export type LiveOrders = {
  /** New orders that are not shown yet, because somebody is reading. */
  waiting: number;
  /** The list has changed in another way. */
  isMoved: boolean;
  show: () => void;
};

/** Every change is shown. */
const NONE = { waiting: 0, isMoved: false };

/**
 * Keeps a list current. Shown rows are updated in place; changes that would move rows wait while `isReading` is true. Only the
 * first rows of a long list are compared.
 */
export function useLiveOrders(
  filter: OrdersFilter,
  shown: readonly OrderSummary[],
  isReading: () => boolean,
): LiveOrders {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [unshown, setUnshown] = useState(NONE);
  const announced = useRef("");
  const { queryKey } = ordersListQuery(environment, filter);
  const head = useQuery({
    ...ordersHeadQuery(environment, filter, Math.max(shown.length, PAGE_SIZE)),
    enabled: shown.length > 0,
    refetchInterval: shown.some(({ state }) => isInFlight(state)) ? WHILE_IN_FLIGHT : OTHERWISE,
    initialData: () => onlyPage(client.getQueryData(queryKey)),
    initialDataUpdatedAt: () => client.getQueryState(queryKey)?.dataUpdatedAt,
    staleTime: JUST_READ,
  });

  const replace = (now: OrdersPage) => {
    client.setQueryData<InfiniteData<OrdersPage, string | null>>(queryKey, {
      pages: [now],
      pageParams: [null],
    });
  };

  const compare = useEffectEvent((now: OrdersPage) => {
    const news = compareLists(shown, now.items);
    if (news.arrived.length === 0 && news.changed.length === 0 && !news.isMoved) {
      if (unshown !== NONE) setUnshown(NONE);
      return;
    }
    const text = newsText(shown, news);
    if (text !== "" && text !== announced.current) announce(text);
    announced.current = text;
    void client.invalidateQueries({ queryKey: [environment, "orders", "list", "counts"] });
    if (news.isMoved && !isReading()) {
      setUnshown(NONE);
      return replace(now);
    }
    setUnshown({ waiting: news.arrived.length, isMoved: news.isMoved });
    client.setQueryData<InfiniteData<OrdersPage, string | null>>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, items: withChanges(page.items, news.changed) })),
        },
    );
  });
  const { data } = head;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- once for each answer, which comes from outside
    if (data !== undefined) compare(data);
  }, [data]);

  return {
    ...unshown,
    show: () => {
      setUnshown(NONE);
      if (data !== undefined) replace(data);
      window.scrollTo({ top: 0 });
    },
  };
}

/** The only page of a list; undefined if it has several. */
function onlyPage(list: InfiniteData<OrdersPage> | undefined): OrdersPage | undefined {
  return list?.pages.length === 1 ? list.pages[0] : undefined;
}
