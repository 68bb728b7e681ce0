"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OrderView } from "#lib/contracts/order.ts";
import { newestShown, orderQuery } from "#lib/queries/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

/**
 * The order of a reference, as new as this page has ever had it, and how reading it went. Its polling pauses while the tab is hidden, unless
 * `whileHidden`, and catches up when it is seen again.
 */
export function useOrder(reference: string, whileHidden: boolean) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const query = useQuery({ ...orderQuery(environment, reference), refetchIntervalInBackground: whileHidden });
  const order: OrderView | null =
    query.data === undefined ? null : newestShown(client, environment, reference, query.data);
  const revision = order?.revision;
  // Lists may have been read before what the page knows now.
  useEffect(() => {
    if (revision !== undefined) void client.invalidateQueries({ queryKey: [environment, "orders", "list"] });
  }, [client, environment, revision]);
  return { ...query, order };
}
