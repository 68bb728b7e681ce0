import type { OrderView } from "#lib/contracts/orders/order.ts";
import { formatCount } from "#lib/text/counts.ts";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";

/** How many of the ordered codes were delivered, while some are missing. */
export function DeliveryProgress({
  order: { delivered, ordered },
}: {
  order: Pick<OrderView, "delivered" | "ordered">;
}) {
  if (delivered === null || ordered === null || delivered === 0 || delivered >= ordered) return null;
  const words = `${formatCount(delivered)} of ${formatCount(ordered)} codes delivered`;
  return (
    <div className="mt-2 flex max-w-md items-center gap-3">
      <ProgressBar label={words} value={delivered} max={ordered} className="min-w-0 grow" />
      <span className="shrink-0 text-[0.8125rem] tabular-nums">
        {formatCount(Math.floor((delivered / ordered) * 100))}%
      </span>
    </div>
  );
}
