import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import { productIn } from "./attachMessage.ts";

/**
 * True if the service refused an order because of the whole account and not because of its content: ordering is disabled (403),
 * or the account's order limit is exceeded (a 422 that names no product, docs/service-interface.md §7).
 */
export function isAccountRefusal({ statusCode, message }: ServiceErrorBody): boolean {
  return statusCode === 403 || (statusCode === 422 && productIn(message) === null);
}
