import "server-only";
import { createHash } from "node:crypto";
import { newOrderCode } from "#lib/orders/references/externalCode.ts";

/**
 * The order code of a confirmation whose member typed none: always the same one. When the ledger was restored to a moment before the
 * confirmation and it is repeated, the service has an order of this code already and answers with it: nothing is bought twice.
 */
export function codeOfConfirmation(confirmationId: string): string {
  let block = 0;
  return newOrderCode(() =>
    createHash("sha256")
      .update(`order code\n${confirmationId}\n${(block += 1)}`)
      .digest(),
  );
}
