"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { SECOND } from "#lib/time/instant.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { formatCountdown } from "#components/time/formats.ts";
import { useNow } from "#components/time/useNow.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

/**
 * A button that polls the order now. Until that is allowed, it counts down: to the automatic check if that comes first, otherwise
 * to the time when it can be pressed.
 */
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
  const { waitMs, isAutomatic } = nextCheckOf(order, now);
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
        {waitMs === 0
          ? "Check now"
          : `${isAutomatic ? "Next check" : "Check again"} in ${formatCountdown(waitMs)}`}
      </Button>
    </span>
  );
}

/** If the automatic check comes at most this much later than the button, the countdown ends with the check. */
const TOGETHER = 5 * SECOND;

/** How long the button has to wait (0: not at all), and whether the order will then be checked automatically. */
function nextCheckOf({ checkableAt, nextLookAt }: OrderView, now: number) {
  const mayAt = Date.parse(checkableAt);
  if (mayAt <= now) return { waitMs: 0, isAutomatic: false };
  const ownAt = nextLookAt === null ? null : Date.parse(nextLookAt);
  const isAutomatic = ownAt !== null && ownAt > now && ownAt <= mayAt + TOGETHER;
  return { waitMs: (isAutomatic ? Math.min(ownAt, mayAt) : mayAt) - now, isAutomatic };
}
