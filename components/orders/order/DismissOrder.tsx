"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { dismissOrders } from "#lib/queries/orders/attention.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { WithValues } from "#components/ui/display/WithValues.tsx";

/** Says whether the order is listed under Needs attention or who dismissed it, with a button that changes this. */
export function DismissOrder({ order }: { order: OrderView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const mayDismiss = usePermission("orders.dismiss");
  const { dismissal, state, alarm } = order;
  const change = useMutation({
    mutationFn: () =>
      dismissOrders(client, environment, {
        dismissed: dismissal === null,
        orders: [{ reference: referenceOf(order), state, alarm }],
      }),
  });
  if (!STATES[state].needsAttention && alarm === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-soft">
      {dismissal === null ? (
        "Listed under Needs attention."
      ) : (
        <span>
          Dismissed by <WithValues text={dismissal.by ?? "a former member"} values={[dismissal.by]} />,{" "}
          <RecentTime at={dismissal.at} />.
        </span>
      )}
      {mayDismiss ? (
        <Button size="small" loading={change.isPending} onClick={() => change.mutate()}>
          {dismissal === null ? "Dismiss" : "Put back"}
        </Button>
      ) : null}
      {change.error ? (
        <span role="alert" className="text-refused">
          {asProblem(change.error).detail}
        </span>
      ) : null}
    </p>
  );
}
