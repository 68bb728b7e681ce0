"use client";

import type { OrderView } from "#lib/contracts/order.ts";
import { isDelivered, STATES } from "#lib/orders/lifecycle/states.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { headlineOf } from "./headline.ts";
import { useWording } from "./useWording.ts";

/** The head of the page in words: what is known, what the service said, what to be careful about. */
export function OrderNotices({ reference, order }: { reference: string; order: OrderView }) {
  const words = useWording();
  const { title, details } = headlineOf(order, words);
  const said = saidOf(order);
  return (
    <div className="mb-6 flex flex-col gap-3">
      {order.alarm ? (
        <Banner tone="refused" title="Something contradicts what was known of this order." live="off">
          {order.alarm}
        </Banner>
      ) : null}
      <Banner tone={STATES[order.state].tone} title={title} live="off">
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {order.refusal ? (
          <Verbatim
            source={`The service's answer, ${order.refusal.statusCode} ${order.refusal.error}:`}
            text={order.refusal.message}
          />
        ) : null}
        {said.map((text) => (
          <Verbatim key={text} source="The service says:" text={text} />
        ))}
      </Banner>
      {/^\d+$/.test(reference) ? <DigitsNote reference={reference} order={order} /> : null}
    </div>
  );
}

/** What the service said last, as long as it is about the present state: "still processing" does not survive the codes. */
function saidOf({ state, refusal, message, reason }: OrderView): string[] {
  const isOutdated = isDelivered(state) || refusal !== null;
  return [isOutdated ? null : message, reason].flatMap((text) => text || []);
}

function Verbatim({ source, text }: { source: string; text: string }) {
  return (
    <p className="mt-1">
      {source} <q className="font-medium">{text}</q>
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
        ? "can be an order id or an order code. This is the order with that id; another one may have it as its code."
        : "can be an order id or an order code. This is the order with that code; another one may have it as its id."}
    </p>
  );
}
