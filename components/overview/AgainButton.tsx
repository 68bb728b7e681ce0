"use client";

import { useQueryClient } from "@tanstack/react-query";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import type { AgainAction } from "#components/orders/order/newDraftLines.ts";
import { useOrderAgain } from "#components/orders/order/useOrderAgain.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

export type AgainButtonProps = {
  reference: string;
  action: AgainAction;
  /** Says which order it is about, for people who cannot see the row. */
  label: string;
  children: string;
};

/** On the row of an order: opens a draft with its lines, or with its missing codes. */
export function AgainButton({ reference, action, label, children }: AgainButtonProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { isPending, problem, orderAgain } = useOrderAgain(() =>
    client.fetchQuery(orderQuery(environment, reference)),
  );
  return (
    <>
      {/* Above the link that fills the row. */}
      <Button
        size="small"
        className="z-1"
        aria-label={label}
        loading={isPending}
        onClick={() => orderAgain(action)}
      >
        {children}
      </Button>
      {problem ? (
        <span role="alert" className="block text-[0.8125rem] text-refused">
          {problem.detail}
        </span>
      ) : null}
    </>
  );
}
