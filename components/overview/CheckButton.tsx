"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

/** On the row of an order: asks the service about it now. If that is not allowed yet, the answer says when it is. */
export function CheckButton({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => actOnOrder(environment, reference, "check"),
    onSuccess: async (answer) => {
      await rememberOrder(client, environment, reference, answer);
      announce("Status updated.");
    },
  });
  return (
    <>
      <Button
        size="small"
        className="z-1"
        aria-label={`Check now: order ${reference}`}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        Check now
      </Button>
      {check.error ? (
        <span role="status" className="block text-[0.8125rem] text-ink-soft">
          {asProblem(check.error).detail}
        </span>
      ) : null}
    </>
  );
}
