import type { OrderView } from "#lib/contracts/orders/order.ts";
import { isInFlight } from "#lib/orders/lifecycle/states.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import type { ReadyNotice } from "./useReadyNotice.ts";

/** Offers a desktop notification while codes are still to come. */
export function NotifyWhenReady({ order, notice }: { order: OrderView; notice: ReadyNotice }) {
  const { isOn, isPending, permission, turnOn, turnOff } = notice;
  const isAwaited = isInFlight(order.state) || order.recheckUntil !== null;
  if (!isAwaited || permission === "unsupported") return null;
  return (
    <p className="print-hidden flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-ink-soft">
      {permission === "denied" ? (
        "Notifications are blocked for this site in your browser's settings."
      ) : (
        <>
          {isOn ? "You get a desktop notification when codes are ready, while this tab is open." : null}
          <Button size="small" loading={isPending} onClick={isOn ? turnOff : turnOn}>
            {isOn ? "Turn off" : "Notify me when codes are ready"}
          </Button>
        </>
      )}
    </p>
  );
}
