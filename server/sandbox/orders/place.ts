import type { Behaviour } from "../catalog/behaviours.ts";
import { acceptedBody, orderBody } from "../dialect.ts";
import { MESSAGES } from "../messages.ts";
import { type Reply, refusal } from "../reply.ts";
import { currentProduct, type Service } from "../service.ts";
import { fulfilmentMs, standingOf } from "./fulfil.ts";
import type { StoredOrder } from "./order.ts";
import { type ValidOrder, validateOrder } from "./validate.ts";

const LATE_VISIBLE_MS = 5_000;
const LATE_ANSWER_MS = 8_000;
const THROTTLE_SECONDS = 2;

/** POST /orders (4.4). */
export async function placeOrder(service: Service, body: unknown): Promise<Reply> {
  const code = codeOf(body);
  const existing = code === null ? undefined : service.store.byCode(code);
  const checked = validateOrder(body, (id) => currentProduct(service, id));
  // Idempotency comes first: the same code returns the existing order, whatever has changed since.
  if (existing !== undefined) return answerExisting(service, existing);
  if ("refusal" in checked) return { status: checked.refusal.statusCode, body: checked.refusal };
  const { order } = checked;
  const behaviour = behaviourOf(service, order);
  const nth = (service.posts.get(order.externalOrderCode) ?? 0) + 1;
  service.posts.set(order.externalOrderCode, nth);
  const product = order.orderProducts.find(
    ({ productId }) => service.behaviourOf.get(productId) === behaviour,
  );
  const refused = behaviour === null ? null : scenarioRefusal(behaviour, product?.productId ?? 0, nth);
  if (refused !== null) return refused;
  const stored = await makeOrder(service, order, behaviour);
  return afterwards(behaviour, {
    status: 202,
    body: acceptedBody(service.dialect, stored, service.store.overrideOf(stored)?.readyAt ?? stored.readyAt),
  });
}

function answerExisting(service: Service, order: StoredOrder): Reply {
  if (order.behaviour === "conflict") return refusal(409, MESSAGES.duplicateCode);
  if (order.behaviour === "already-placed") return refusal(400, MESSAGES.alreadyPlaced);
  const change = service.store.overrideOf(order);
  const standing = standingOf(order, change, service.clock.now());
  const body =
    standing.kind === "processing"
      ? acceptedBody(service.dialect, order, change?.readyAt ?? order.readyAt)
      : orderBody(service.dialect, order, standing);
  return { status: 202, body };
}

/** Refusals by which no order is made. Null: go on. `nth` counts the POSTs of this code. */
function scenarioRefusal(behaviour: Behaviour, productId: number, nth: number): Reply | null {
  switch (behaviour) {
    case "unavailable":
      return refusal(422, MESSAGES.unavailable(productId));
    case "inactive":
      return refusal(400, MESSAGES.inactive(productId));
    case "wrong-country":
      return refusal(400, MESSAGES.wrongCountryOrCurrency(productId));
    case "wrong-currency":
      return refusal(400, MESSAGES.upstreamCurrency(productId));
    case "price-upstream":
      return refusal(400, MESSAGES.upstreamPriceRequired(productId));
    case "invalid-order":
      return refusal(400, MESSAGES.invalidOrder);
    case "unmapped":
      return refusal(400, MESSAGES.unmapped);
    case "ordering-disabled":
      return refusal(403, MESSAGES.orderingDisabled);
    case "limit-exceeded":
      return refusal(422, MESSAGES.limitExceeded);
    case "throttled":
      return nth <= 2 ? throttled(THROTTLE_SECONDS) : null;
    case "down-once":
      return nth <= 1 ? refusal(502, MESSAGES.upstreamDown) : null;
    case "down-always":
      return refusal(502, MESSAGES.upstreamDown);
    case "not-created":
      return nth <= 1 ? refusal(502, MESSAGES.notCreated) : null;
    case "reset-before":
      return nth <= 1 ? { status: 502, body: null, mishap: { kind: "reset" } } : null;
    default:
      return null;
  }
}

export function throttled(seconds: number): Reply {
  return { ...refusal(429, MESSAGES.rateLimited(seconds)), headers: { "retry-after": String(seconds) } };
}

/** What happens to the answer once the order is made. */
function afterwards(behaviour: Behaviour | null, reply: Reply): Reply {
  switch (behaviour) {
    case "conflict":
      return refusal(409, MESSAGES.duplicateCode);
    case "already-placed":
      return refusal(400, MESSAGES.alreadyPlaced);
    case "down-after":
      return refusal(502, MESSAGES.upstreamDown);
    case "reset-after":
      return { ...reply, mishap: { kind: "reset" } };
    case "never-answers":
      return { ...reply, mishap: { kind: "hang" } };
    case "late-answer":
      return { ...reply, mishap: { kind: "delay", ms: LATE_ANSWER_MS } };
    case "garbage":
      return {
        ...reply,
        mishap: { kind: "answer", status: 202, body: "<html>Accepted</html>", headers: {} },
      };
    default:
      return reply;
  }
}

async function makeOrder(
  service: Service,
  order: ValidOrder,
  behaviour: Behaviour | null,
): Promise<StoredOrder> {
  const now = service.clock.now();
  const quantity = order.orderProducts.reduce((sum, line) => sum + line.quantity, 0);
  const { order: stored } = await service.store.add({
    externalOrderCode: order.externalOrderCode,
    currency: order.currency,
    price: order.price,
    lines: order.orderProducts,
    createdAt: now,
    readyAt: now + fulfilmentMs(quantity, behaviour === "slow"),
    visibleAt: behaviour === "late-visible" ? now + LATE_VISIBLE_MS : now,
    behaviour,
  });
  return stored;
}

function behaviourOf(service: Service, order: ValidOrder): Behaviour | null {
  for (const { productId } of order.orderProducts) {
    const behaviour = service.behaviourOf.get(productId);
    if (behaviour !== undefined) return behaviour;
  }
  return null;
}

/** The externalOrderCode of a body, if it has one. */
export function codeOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("externalOrderCode" in body)) return null;
  return typeof body.externalOrderCode === "string" ? body.externalOrderCode : null;
}
