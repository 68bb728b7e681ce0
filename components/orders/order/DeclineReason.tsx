import type { OrderView } from "#lib/contracts/orders/order.ts";

/** Who declined an order, and why, or why it lapsed; nothing about any other. */
export function DeclineReason({
  order: { state, timeline },
}: {
  order: Pick<OrderView, "state" | "timeline">;
}) {
  const entry = timeline.findLast(({ action }) => action === "order.declined");
  const reason = entry?.details["reason"];
  if (state !== "declined" || typeof reason !== "string") return null;
  if (entry?.details["lapsed"] === true) return <p className="mt-1">{reason}</p>;
  return (
    <p className="mt-1">
      <bdi translate="no">{entry?.actor ?? "A former member"}</bdi>:{" "}
      <q translate="no" className="font-medium whitespace-pre-wrap wrap-anywhere">
        {reason}
      </q>
    </p>
  );
}
