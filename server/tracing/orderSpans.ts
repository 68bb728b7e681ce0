import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { ConfirmedOrder } from "#server/context/context.ts";
import type { CallRecord } from "#server/serviceClient/client.ts";
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
  /** The kind of failure that it ended with; null: none. */
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
 * The id of an order's trace, which is the id of its row, as in the log. The id of its first span is derived from it. So whatever
 * any instance does with the order, even after a restart, belongs to one trace, without storing anything for it.
 */
export function traceIdOf(orderRow: string): string {
  return orderRow.replaceAll("-", "");
}

function firstSpanIdOf(orderRow: string): string {
  return createHash("sha256").update(`first span of ${orderRow}`).digest("hex").slice(0, 16);
}

/**
 * Whether an order belongs to the share that is traced: all instances decide alike, by the 56 random bits of the id (W3C Trace
 * Context 2).
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

/** A call of the service about an order: an attempt, a poll, or a reveal of codes. Null for calls that are not about an order. */
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
