"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { closeDialog, loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import { RowAction } from "./RowAction.tsx";

const ApproveDialog = loadedOnUse(
  async () => (await import("#components/orders/order/ApproveDialog.tsx")).ApproveDialog,
  closeDialog,
);

/** On the row of an order that waits for approval: approves it after a question, which says what is bought as things are now. */
export function ApproveButton({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [order, setOrder] = useState<OrderView | null>(null);
  const read = useMutation({
    mutationFn: () => client.fetchQuery({ ...orderQuery(environment, reference), staleTime: 0 }),
    onSuccess: setOrder,
  });
  return (
    <>
      <RowAction
        label={`Approve order ${reference}`}
        isPending={read.isPending}
        problem={read.error ? asProblem(read.error) : null}
        onPress={() => read.mutate()}
      >
        Approve
      </RowAction>
      {order === null ? null : (
        <ApproveDialog reference={reference} order={order} open onClose={() => setOrder(null)} />
      )}
    </>
  );
}
