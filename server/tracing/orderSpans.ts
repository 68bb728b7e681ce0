import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { ConfirmedOrder } from "#server/context/context.ts";
import type { CallRecord } from "#server/service/client.ts";
import type { Instant } from "#lib/time/instant.ts";

/** One step of a trace. Its attributes are names, numbers and our own ids: never a code, a key, an amount or a message of the service. */
export type Span = {
  traceId: string;
  spanId: string;
  /** Null: the first step. */
  parentSpanId: string | null;
  name: string;
  kind: "internal" | "client";
  start: Instant;
  end: Instant;
  attributes: Record<string, string | number>;
  /** What kind of failure it ended in; null: none. */
  failure: string | null;
};

const ROUTES: Record<CallRecord["operation"], [method: string, template: string]> = {
  wallet: ["GET", "/wallet"],
  products: ["GET", "/products"],
  product: ["GET", "/products/{productId}"],
  place: ["POST", "/orders"],
  order: ["GET", "/orders/{reference}"],
};

/**
 * The trace of an order is the id of its row, as it stands in the log, and its first span follows from it: so all that any instance does
 * with the order, minutes later and after a restart, is one trace, and nothing has to be kept for that.
 */
export function traceIdOf(orderRow: string): string {
  return orderRow.replaceAll("-", "");
}

function firstSpanIdOf(orderRow: string): string {
  return createHash("sha256").update(`first span of ${orderRow}`).digest("hex").slice(0, 16);
}

/**
 * Whether an order is among the share that is traced: all instances answer alike. By the 56 bits of the id that are random (W3C
 * Trace Context 2).
 */
export function isSampled(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56;
}

/** The first step: a member confirms, from the request until the intent is durable. */
export function confirmSpan({ orderRow, environment, lines, start, end }: ConfirmedOrder): Span {
  return {
    traceId: traceIdOf(orderRow),
    spanId: firstSpanIdOf(orderRow),
    parentSpanId: null,
    name: "confirm order",
    kind: "internal",
    start,
    end,
    attributes: {
      "codedesk.order": orderRow,
      "deployment.environment.name": environment,
      "codedesk.lines": lines,
    },
    failure: null,
  };
}

/** A call of the service about an order: an attempt, a poll, or codes that are revealed. Null for calls about nothing in particular. */
export function callSpan(call: CallRecord): Span | null {
  const { orderRow, operation, at, durationMs, statusCode, attempt, failure } = call;
  if (orderRow === null) return null;
  const [method, template] = ROUTES[operation];
  return {
    traceId: traceIdOf(orderRow),
    spanId: randomBytes(8).toString("hex"),
    parentSpanId: firstSpanIdOf(orderRow),
    name: `${method} ${template}`,
    kind: "client",
    start: at,
    end: at + durationMs,
    attributes: {
      "codedesk.order": orderRow,
      "deployment.environment.name": call.environment,
      "http.request.method": method,
      "url.template": template,
      ...(statusCode === null ? {} : { "http.response.status_code": statusCode }),
      ...(attempt === null ? {} : { "codedesk.attempt": attempt }),
      ...(failure === null ? {} : { "error.type": failure }),
    },
    failure,
  };
}
