"use client";

import { useQueryClient } from "@tanstack/react-query";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import type { AgainAction } from "#lib/orders/drafts/orderAgain.ts";
import { useOrderAgain } from "#components/orders/order/useOrderAgain.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { RowAction, type RowActionProps } from "./RowAction.tsx";

export type AgainButtonProps = Pick<RowActionProps, "label" | "children"> & {
  reference: string;
  action: AgainAction;
};

/** On the row of an order: opens a draft with its lines, or with its missing codes. */
export function AgainButton({ reference, action, label, children }: AgainButtonProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { isPending, problem, orderAgain } = useOrderAgain(() =>
    client.fetchQuery(orderQuery(environment, reference)),
  );
  return (
    <RowAction label={label} isPending={isPending} problem={problem} onPress={() => orderAgain(action)}>
      {children}
    </RowAction>
  );
}
