import { orderBody } from "#sandbox/dialect/orderBodies.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Reply, refusal } from "#sandbox/http/reply.ts";
import { type Service, walletOf } from "#sandbox/state/service.ts";
import { estimateOf, deliveryStatusOf } from "#sandbox/orders/fulfil.ts";

/** GET /orders/{reference} (docs/service-interface.md §4.5). */
export function readOrder(service: Service, reference: string): Reply {
  const order = service.store.find(reference);
  const now = service.clock.now();
  if (order === undefined || now < order.visibleAt) return refusal(404, MESSAGES.orderNotFound(reference));
  const decided = service.store.overrideOf(order);
  const deliveryStatus = deliveryStatusOf(order, decided, now);
  return {
    status: 200,
    body: orderBody(service.dialect, order, deliveryStatus, estimateOf(order, decided), walletOf(service)),
  };
}
