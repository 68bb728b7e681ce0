"use client";

import { useCheckOrder } from "#components/orders/order/useCheckOrder.ts";
import { RowAction } from "./RowAction.tsx";

/** On the row of an order: asks the service about it now. */
export function CheckButton({ reference }: { reference: string }) {
  const { isPending, problem, check } = useCheckOrder(reference);
  return (
    <RowAction
      isEarly
      label={`Check now: order ${reference}`}
      isPending={isPending}
      problem={problem}
      onPress={check}
    >
      Check now
    </RowAction>
  );
}
