import { isRecord } from "#lib/json/isRecord.ts";
import type { DraftLine, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { Sending } from "./placeRequest.ts";

/**
 * Reads a confirmation without a known outcome that the tab has kept; null if there is none. Without zod (31 kB), because each
 * load of the page reads it. What a member may have confirmed is not discarded for details: the server checks it when it is sent
 * again.
 */
export function readSending(kept: unknown): Sending | null {
  if (!isRecord(kept)) return null;
  // A single request, as an earlier version kept it.
  const requests: unknown = kept["requests"] ?? [kept["request"]];
  if (!Array.isArray(requests) || !requests.every(isRequest)) return null;
  const [first, ...others] = requests;
  return first === undefined ? null : { requests: [first, ...others] };
}

function isRequest(value: unknown): value is PlaceOrderRequest {
  return (
    isRecord(value) &&
    typeof value["confirmationId"] === "string" &&
    typeof value["currency"] === "string" &&
    Array.isArray(value["lines"]) &&
    value["lines"].every(isLine)
  );
}

function isLine(value: unknown): value is DraftLine {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value["productId"]) &&
    Number.isSafeInteger(value["quantity"]) &&
    (value["price"] === undefined || Number.isSafeInteger(value["price"]))
  );
}
