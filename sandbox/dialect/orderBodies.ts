import { SCRUBBED_WORD } from "#lib/contracts/text/scrubbedWord.ts";
import { CHOICES } from "#sandbox/interface/choices.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { codesOf, type DeliveredCode } from "#sandbox/orders/codes.ts";
import type { DeliveryStatus } from "#sandbox/orders/fulfil.ts";
import type { StoredOrder } from "#sandbox/orders/order.ts";
import type { Balance } from "#sandbox/orders/wallet.ts";
import type { Dialect } from "./names.ts";
import { walletBody, walletKey } from "./walletBodies.ts";

/** Codes come with status `completed` only (docs/service-interface.md §3, rule 2); some services show early ones all the same. */
const CODES_IN_PARTIAL: readonly Dialect[] = ["array", "nested", "strings"];

function timestamp(dialect: Dialect, at: number | string | undefined): string | number | undefined {
  if (typeof at !== "number") return at;
  // Rounded up: an order is ready at its estimate.
  if (dialect === "epoch") return Math.ceil(at / 1_000);
  if (dialect === "strings") return at;
  if (dialect === "nested") return `${new Date(at + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
  return new Date(at).toISOString();
}

function orderId(dialect: Dialect, id: number): number | string {
  return dialect === "strings" || dialect === "nested" ? String(id) : id;
}

/**
 * The answer to POST /orders (docs/service-interface.md §4.4): 202 with orderId, status and estimatedReadyAt, and a wallet snapshot.
 * @param estimate epoch milliseconds, or what a scenario says instead.
 */
export function acceptedBody(
  dialect: Dialect,
  order: StoredOrder,
  estimate: number | string | undefined,
  balances: readonly Balance[],
): unknown {
  return {
    orderId: orderId(dialect, order.orderId),
    externalOrderCode: order.externalOrderCode,
    status: "processing",
    estimatedReadyAt: timestamp(dialect, estimate),
    ...(dialect === "detailed" ? { orderProducts: order.lines } : {}),
    [walletKey(dialect)]: walletBody(dialect, balances),
  };
}

/** While it is processing: two fields (docs/service-interface.md §3, rule 1), or all that is known (§10.3). */
function processingBody(dialect: Dialect, order: StoredOrder, estimate: number | string | undefined): object {
  const stated = { status: "processing", message: MESSAGES.stillProcessing };
  if (dialect !== "detailed") return stated;
  return {
    ...stated,
    orderId: orderId(dialect, order.orderId),
    externalOrderCode: order.externalOrderCode,
    estimatedReadyAt: timestamp(dialect, estimate),
    orderProducts: order.lines,
  };
}

/**
 * The answer to GET /orders/{reference} (docs/service-interface.md §2.3 and §3).
 * @param estimate as for `acceptedBody`.
 */
export function orderBody(
  dialect: Dialect,
  order: StoredOrder,
  deliveryStatus: DeliveryStatus,
  estimate: number | string | undefined,
  balances: readonly Balance[],
): unknown {
  if (deliveryStatus.kind === "processing") return processingBody(dialect, order, estimate);
  const head = {
    orderId: orderId(dialect, order.orderId),
    externalOrderCode: order.externalOrderCode,
    currency: order.currency,
    price: order.price,
    [walletKey(dialect)]: walletBody(dialect, balances),
  };
  const names = STATUS_NAMES[dialect];
  switch (deliveryStatus.kind) {
    case "completed":
      return {
        ...head,
        status: "completed",
        products: deliveredProducts(dialect, order, deliveryStatus.delivered),
      };
    case "partial":
      return {
        ...head,
        status: names.partial,
        delivered: deliveryStatus.delivered,
        [names.ordered]: deliveryStatus.ordered,
        ...(CODES_IN_PARTIAL.includes(dialect) || order.behaviour === "partial-with-codes"
          ? { products: deliveredProducts(dialect, order, deliveryStatus.delivered) }
          : {}),
      };
    case "undelivered":
      return { ...head, status: names.undelivered, reason: deliveryStatus.reason };
    case "unrecognised":
      return { ...head, status: deliveryStatus.status };
  }
}

/** The interface does not name the two further statuses (docs/service-interface.md §3), nor the count ordered (§12). */
const STATUS_NAMES: Record<Dialect, StatusNames> = {
  plain: {
    partial: CHOICES.partialStatus,
    undelivered: CHOICES.undeliveredStatus,
    ordered: CHOICES.orderedKey,
  },
  array: { partial: "incomplete", undelivered: "rejected", ordered: SCRUBBED_WORD },
  nested: { partial: "PARTIAL", undelivered: "NOT_DELIVERED", ordered: "ordered" },
  epoch: { partial: "some codes delivered", undelivered: "cancelled", ordered: "total" },
  strings: { partial: "Partially Delivered", undelivered: "expired", ordered: "requested" },
  bare: { partial: "partial", undelivered: "out_of_stock", ordered: "codesOrdered" },
  grouped: { partial: "delivered-in-part", undelivered: "nothing-delivered", ordered: "ordered" },
  detailed: { partial: "fulfilled in part", undelivered: "unfulfilled", ordered: "codesInOrder" },
  frugal: { partial: "partial_delivery", undelivered: "no_delivery", ordered: "total" },
};
type StatusNames = { partial: string; undelivered: string; ordered: string };

function deliveredProducts(dialect: Dialect, order: StoredOrder, count: number): unknown {
  const codes = codesOf(order, count);
  if (order.behaviour === "pins-as-strings")
    return codes.map(({ productId, code }) => ({ productId, pin: code }));
  if (order.behaviour === "pins-as-objects") return codes.map(manyFields);
  if (order.behaviour === "pins-in-one-line") return byLine(codes, ({ code, serial }) => ({ code, serial }));
  switch (dialect) {
    case "array":
      return codes.map(({ productId, code }) => ({ productId, pin: code }));
    case "nested":
      return byLine(codes, ({ code, serial, expiresAt }) => ({
        pin: code,
        serialNumber: serial,
        validUntil: expiresAt,
      }));
    case "epoch":
      return byLine(codes, ({ code }) => code);
    case "strings":
      return codes.map(({ productId, code }) => ({ productId, pin: [code] }));
    case "bare":
      return codes.map(({ code, serial }) => ({
        pin: { value: code, serial, url: `https://redeem.example/${serial}` },
      }));
    case "grouped":
      return codes.map(({ productId, code, serial }) => ({
        id: productId,
        pin: [{ secret: code, batch: serial }],
      }));
    case "detailed":
    case "frugal":
    case "plain":
      return codes.map(({ productId, code, serial, expiresAt }) => ({
        productId,
        pin: { code, serial, expiresAt },
      }));
  }
}

function manyFields({ productId, code, serial, expiresAt }: DeliveredCode): unknown {
  return {
    productId,
    pin: {
      pin: serial.slice(-4),
      value: code,
      serialNumber: serial,
      expiryDate: expiresAt,
      url: `https://redeem.example/${serial}?code=${code}`,
      terms: "Test data. Worth nothing anywhere.",
    },
  };
}

function byLine(codes: DeliveredCode[], pin: (code: DeliveredCode) => unknown): unknown[] {
  const lines = [...new Set(codes.map(({ line }) => line))];
  return lines.map((line) => {
    const own = codes.filter((code) => code.line === line);
    return { productId: own[0]?.productId, quantity: own.length, pin: own.map(pin) };
  });
}
