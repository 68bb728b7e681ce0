"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#lib/contracts/order.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { SECOND } from "#lib/time/instant.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { formatCountdown } from "#components/time/formats.ts";
import { useNow } from "#components/time/useNow.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

/** A button that polls the order now. Until that is allowed, it counts down to the next check. */
export function CheckNow({ reference, order }: { reference: string; order: OrderView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const now = useNow(SECOND);
  const check = useMutation({
    mutationFn: () => actOnOrder(environment, reference, "check"),
    onSuccess: async (answer) => {
      await rememberOrder(client, environment, reference, answer);
      announce("Status updated.");
    },
  });
  const waitMs = timeToNextCheck(order, now);
  return (
    <span className="flex flex-wrap items-center gap-2">
      {check.error && waitMs === 0 ? (
        <span role="status" className="max-w-72 text-[0.8125rem] text-ink-soft">
          {asProblem(check.error).detail}
        </span>
      ) : null}
      <Button
        loading={check.isPending}
        aria-disabled={waitMs > 0 || undefined}
        className="tabular-nums aria-disabled:cursor-default aria-disabled:text-ink-faint"
        onClick={() => (waitMs > 0 ? undefined : check.mutate())}
      >
        {waitMs > 0 ? `Next check in ${formatCountdown(waitMs)}` : "Check now"}
      </Button>
    </span>
  );
}

/** Milliseconds until the order is checked next, or may be; 0: it may be now. */
function timeToNextCheck({ checkableAt, nextLookAt }: OrderView, now: number): number {
  const mayAt = Date.parse(checkableAt);
  if (mayAt <= now) return 0;
  const ownAt = nextLookAt === null ? mayAt : Date.parse(nextLookAt);
  return (ownAt > now ? Math.min(ownAt, mayAt) : mayAt) - now;
}
