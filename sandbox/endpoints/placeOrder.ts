import type { OrderRequest } from "#lib/contracts/orders/orderRequest.ts";
import { orderedProduct } from "#sandbox/catalog/atMoment.ts";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { acceptedBody, orderBody } from "#sandbox/dialect/orderBodies.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { type Reply, refusal } from "#sandbox/http/reply.ts";
import { type Service, walletOf } from "#sandbox/state/service.ts";
import { estimateOf, deliveryStatusOf, timesOf } from "#sandbox/orders/fulfil.ts";
import type { StoredOrder } from "#sandbox/orders/order.ts";
import { afterwards, REFUSALS, refusalOfRepeat } from "#sandbox/orders/scenarios.ts";
import { validateOrder } from "#sandbox/orders/validate.ts";

/** POST /orders (docs/service-interface.md §4.4). */
export async function placeOrder(service: Service, body: unknown): Promise<Reply> {
  const code = codeOf(body);
  const existing = code === null ? undefined : service.store.byCode(code);
  // Idempotency comes first: the same code returns the existing order, whatever has changed since.
  if (existing !== undefined) return answerExisting(service, existing);
  const checked = validateOrder(body, (id) => orderedProduct(service, id));
  if ("refusal" in checked) return { status: checked.refusal.statusCode, body: checked.refusal };
  const { order } = checked;
  const scenario = scenarioOf(service, order);
  const refused = scenario === null ? null : refusalBy(service, scenario, order.externalOrderCode);
  if (refused !== null) return refused;
  const behaviour = scenario?.behaviour ?? null;
  const made = await makeOrder(service, order, behaviour);
  if (made === null) return refusal(502, MESSAGES.notCreated);
  if (made.existed) return answerExisting(service, made.order);
  return afterwards(behaviour, accepted(service, made.order));
}

function accepted(service: Service, order: StoredOrder): Reply {
  const estimate = estimateOf(order, service.store.overrideOf(order));
  return { status: 202, body: acceptedBody(service.dialect, order, estimate, walletOf(service)) };
}

function answerExisting(service: Service, order: StoredOrder): Reply {
  const refused = refusalOfRepeat(order.behaviour);
  if (refused !== null) return refused;
  const decided = service.store.overrideOf(order);
  const deliveryStatus = deliveryStatusOf(order, decided, service.clock.now());
  if (deliveryStatus.kind === "processing") return accepted(service, order);
  return {
    status: 202,
    body: orderBody(service.dialect, order, deliveryStatus, estimateOf(order, decided), walletOf(service)),
  };
}

type Scenario = { behaviour: Behaviour; productId: number };

/** The first scenario product of an order determines the behaviour of the whole order. */
function scenarioOf(service: Service, order: OrderRequest): Scenario | null {
  for (const { productId } of order.orderProducts) {
    const behaviour = service.behaviourOf.get(productId);
    if (behaviour !== undefined) return { behaviour, productId };
  }
  return null;
}

/** The scenario's refusal, if it refuses this attempt; no order is made then. */
function refusalBy(service: Service, { behaviour, productId }: Scenario, code: string): Reply | null {
  const refuses = REFUSALS[behaviour];
  if (refuses === undefined) return null;
  const nth = (service.refused.get(code) ?? 0) + 1;
  if (nth > (refuses.first ?? Infinity)) return null;
  if (refuses.first !== undefined) service.refused.set(code, nth);
  return refuses.reply(productId);
}

/** Stores the order; null when it could not be made durable, and so was not made. */
async function makeOrder(
  service: Service,
  order: OrderRequest,
  behaviour: Behaviour | null,
): Promise<{ order: StoredOrder; existed: boolean } | null> {
  const quantity = order.orderProducts.reduce((sum, line) => sum + line.quantity, 0);
  try {
    return await service.store.add({
      externalOrderCode: order.externalOrderCode,
      currency: order.currency,
      price: order.price,
      lines: order.orderProducts,
      ...timesOf(quantity, behaviour, service.clock.now(), service.options.fulfilmentMs),
      behaviour,
    });
  } catch (error) {
    process.stderr.write(`An order could not be written: ${String(error)}\n`);
    return null;
  }
}

/** The externalOrderCode of a body, if it has one. */
export function codeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("externalOrderCode" in body)) return null;
  return typeof body.externalOrderCode === "string" ? body.externalOrderCode : null;
}
