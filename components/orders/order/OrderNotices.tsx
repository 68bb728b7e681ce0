"use client";

import type { OrderView } from "#lib/contracts/order.ts";
import { isDelivered, STATES } from "#lib/orders/lifecycle/states.ts";
import { ServiceMessage } from "#components/orders/ServiceMessage.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { headlineOf } from "./headline.ts";
import { useWording } from "./useWording.ts";

/** The head of the page in words: what happened, what the service said, what to be careful about. */
export function OrderNotices({ reference, order }: { reference: string; order: OrderView }) {
  const words = useWording();
  const { title, details } = headlineOf(order, words);
  const said = saidOf(order);
  return (
    <div className="mb-6 flex flex-col gap-3">
      {order.alarm ? (
        <Banner tone="refused" title="The service contradicts what was known about this order." live="off">
          {order.alarm}
        </Banner>
      ) : null}
      <Banner tone={STATES[order.state].tone} title={title} live="off">
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {order.refusal && !isShownOnLine(order, order.refusal.message) ? (
          <Verbatim
            source={`Service response (${order.refusal.statusCode} ${order.refusal.error}):`}
            text={order.refusal.message}
            currency={order.currency}
          />
        ) : null}
        {said.map((text) => (
          <Verbatim key={text} source="Message from the service:" text={text} currency={order.currency} />
        ))}
      </Banner>
      {/^\d+$/.test(reference) ? <DigitsNote reference={reference} order={order} /> : null}
    </div>
  );
}

/** A message about lines is shown on the lines. */
function isShownOnLine({ refusedLines }: OrderView, message: string): boolean {
  return refusedLines.some((line) => line.message === message);
}

/** What the service said last, as long as it is about the current state: not "still processing" beside the codes. */
function saidOf({ state, refusal, message, reason }: OrderView): string[] {
  const isOutdated = isDelivered(state) || refusal !== null;
  return [isOutdated ? null : message, reason].flatMap((text) => text || []);
}

function Verbatim({ source, text, currency }: { source: string; text: string; currency: string | null }) {
  return (
    <p className="mt-1">
      {source}{" "}
      <span className="font-medium">
        <ServiceMessage text={text} currency={currency} />
      </span>
    </p>
  );
}

/** A reference of digits alone has two readings (docs/service-interface.md §10.4). */
function DigitsNote({ reference, order }: { reference: string; order: OrderView }) {
  const byId = order.orderId === reference;
  const byCode = order.externalOrderCode === reference;
  if (!byId && !byCode) return null;
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      <span className="font-mono">{reference}</span>{" "}
      {byId
        ? "can be an order ID or an order reference. This is the order with that ID; another order may have it as its reference."
        : "can be an order ID or an order reference. This is the order with that reference; another order may have it as its ID."}
    </p>
  );
}
