"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { newestShown, orderQuery } from "#lib/queries/orders/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

/**
 * The newest answer about an order that this page has had, and the state of reading it. Polling pauses while the tab is hidden,
 * unless `whileHidden`, and catches up when it is visible again.
 */
export function useOrder(reference: string, whileHidden: boolean) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const query = useQuery({ ...orderQuery(environment, reference), refetchIntervalInBackground: whileHidden });
  const order: OrderView | null =
    query.data === undefined ? null : newestShown(client, environment, reference, query.data);
  const revision = order?.revision;
  // Lists may be older than what the page knows now.
  useEffect(() => {
    if (revision !== undefined) void client.invalidateQueries({ queryKey: [environment, "orders", "list"] });
  }, [client, environment, revision]);
  return { ...query, order };
}
