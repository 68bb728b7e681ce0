import { isRecord } from "#lib/json/isRecord.ts";
import type { DraftLine, PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import type { Sending } from "./placeRequest.ts";

/**
 * Reads what a tab kept of a confirmation whose outcome it does not know; null where it kept none. Without zod (31 kB), as each
 * load of the page asks. What a person may have confirmed is not refused for details: the server checks it when asked again.
 */
export function readSending(kept: unknown): Sending | null {
  if (!isRecord(kept)) return null;
  // One request, as an earlier version kept it.
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
