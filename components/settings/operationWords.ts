import type { CALL_OPERATIONS } from "#lib/contracts/serviceCalls.ts";

/** What is asked of the service, in words. */
export const OPERATION_WORDS: Record<(typeof CALL_OPERATIONS)[number], string> = {
  wallet: "Read wallet",
  products: "List products",
  product: "Read product",
  place: "Place order",
  order: "Read order",
};

/** One that a later version made stays as it is recorded. */
export function operationInWords(operation: string): string {
  return Object.entries(OPERATION_WORDS).find(([name]) => name === operation)?.[1] ?? operation;
}
