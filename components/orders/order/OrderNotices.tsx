"use client";

import type { OrderView } from "#lib/contracts/orders/order.ts";
import { missingQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { isRefusedOnTheWay } from "#lib/orders/lines/refusedOnTheWay.ts";
import { ChangedSince } from "#components/orders/ChangedSince.tsx";
import { ServiceMessage } from "#components/orders/ServiceMessage.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { AnotherOrder } from "./AnotherOrder.tsx";
import { headlineOf } from "./headline.ts";
import { DeclineReason } from "./DeclineReason.tsx";
import { DismissOrder } from "./DismissOrder.tsx";
import { DeliveryProgress } from "./DeliveryProgress.tsx";
import { refusalAbove, saidAbove } from "./messagesAbove.ts";
import { NextStep } from "./NextStep.tsx";
import { NotifyWhenReady } from "./NotifyWhenReady.tsx";
import type { ReadyNotice } from "./useReadyNotice.ts";
import { useWording } from "./useWording.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

/** The headline of the page: what happened, the service's messages, and warnings. */
export function OrderNotices({
  reference,
  order,
  notice,
}: {
  reference: string;
  order: OrderView;
  notice: ReadyNotice;
}) {
  const words = useWording();
  const { title, details } = headlineOf(order, words);
  const refusal = refusalAbove(order);
  return (
    <div className="mb-6 flex flex-col gap-3">
      {order.otherOrder ? <AnotherOrder order={order} otherOrder={order.otherOrder} /> : null}
      {order.alarm && !order.otherOrder ? (
        <Banner
          tone="refused"
          title="The service's answers about this order don't agree with each other or with our record."
          live="off"
        >
          <p>{order.alarm}</p>
          <p>Send the support packet below to the service's support, and ask which answer is right.</p>
        </Banner>
      ) : null}
      <Banner tone={isShort(order) ? "partial" : STATES[order.state].tone} title={title} live="off">
        {details.map((detail) => (
          <p key={detail}>
            <WithAmounts>{detail}</WithAmounts>
          </p>
        ))}
        <DeclineReason order={order} />
        {refusal ? (
          <Verbatim
            source={`${isRefusedOnTheWay(refusal) ? "Response" : "Service response"} (${refusal.statusCode} ${refusal.error}):`}
            text={refusal.message}
            currency={order.currency}
          />
        ) : null}
        {refusal?.requestId === undefined ? null : (
          <p className="mt-1">
            Request ID:{" "}
            <bdi translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
              {refusal.requestId}
            </bdi>
          </p>
        )}
        {saidAbove(order).map((text) => (
          <Verbatim key={text} source="Message from the service:" text={text} currency={order.currency} />
        ))}
        <DeliveryProgress order={order} />
        <NextStep order={order} />
      </Banner>
      <ChangedSince changed={order.changedSince} made="this order was confirmed" />
      <div className="flex flex-wrap gap-x-8 gap-y-2 empty:hidden">
        <DismissOrder order={order} />
        <NotifyWhenReady order={order} notice={notice} />
      </div>
      {/^\d+$/.test(reference) ? <DigitsNote reference={reference} order={order} /> : null}
    </div>
  );
}

/** Whether codes are missing although the service calls the order complete. */
function isShort(order: OrderView): boolean {
  return STATES[order.state].codes === "all" && missingQuantity(order) > 0;
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

/** Warns that a reference of digits only can be read in two ways (docs/service-interface.md §10.4). */
function DigitsNote({ reference, order }: { reference: string; order: OrderView }) {
  const byId = order.orderId === reference;
  const byCode = order.externalOrderCode === reference;
  if (!byId && !byCode) return null;
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      <span translate="no" className="font-mono">
        {reference}
      </span>{" "}
      {byId
        ? "can be an order ID or an order reference. This is the order with that ID; another order may have it as its reference."
        : "can be an order ID or an order reference. This is the order with that reference; another order may have it as its ID."}
    </p>
  );
}
