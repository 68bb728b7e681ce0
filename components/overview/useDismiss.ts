"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { AttentionOrder, DismissRequest } from "#lib/contracts/orders/attention.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { dismissOrders } from "#lib/queries/orders/attention.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

type Seen = Pick<AttentionOrder, "externalOrderCode" | "orderId" | "state" | "alarm">;

export type Dismissing = {
  isPending: boolean;
  problem: Problem | null;
  /** The last dismissed orders, which can be put back. */
  undoable: DismissRequest["orders"];
  change: (orders: readonly Seen[], dismissed: boolean) => void;
  undo: () => void;
};

/** Dismisses orders that need attention and puts them back. */
export function useDismiss(): Dismissing {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [undoable, setUndoable] = useState<DismissRequest["orders"]>([]);
  const change = useMutation({
    mutationFn: (body: DismissRequest) => dismissOrders(client, environment, body),
    onSuccess: (_answer, { dismissed, orders }) => setUndoable(dismissed ? orders : []),
  });
  return {
    isPending: change.isPending,
    problem: change.error ? asProblem(change.error) : null,
    undoable,
    change: (orders, dismissed) =>
      change.mutate({
        dismissed,
        orders: orders.map((order) => {
          const { state, alarm } = order;
          return { reference: referenceOf(order), state, alarm };
        }),
      }),
    undo: () => change.mutate({ dismissed: false, orders: undoable }),
  };
}
