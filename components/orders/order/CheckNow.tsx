"use client";

import type { OrderView } from "#lib/contracts/orders/order.ts";
import { SECOND } from "#lib/time/instant.ts";
import { formatCountdown } from "#components/time/formats.ts";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { useCheckOrder } from "./useCheckOrder.ts";

/**
 * A button that polls the order now. Until that is allowed, it counts down: to the automatic check if that comes first, otherwise
 * to the time when it can be pressed.
 */
export function CheckNow({ reference, order }: { reference: string; order: OrderView }) {
  const now = useNow(SECOND);
  const { isPending, problem, check } = useCheckOrder(reference);
  const { waitMs, isAutomatic } = nextCheckOf(order, now);
  return (
    <span className="flex flex-wrap items-center gap-2">
      {problem && waitMs === 0 ? (
        <span role="status" className="max-w-72 text-[0.8125rem] text-ink-soft">
          {problem.detail}
        </span>
      ) : null}
      <Button
        loading={isPending}
        aria-disabled={waitMs > 0 || undefined}
        className="tabular-nums aria-disabled:cursor-default aria-disabled:text-ink-faint"
        onClick={() => (waitMs > 0 ? undefined : check())}
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
