import "server-only";
import { createHash } from "node:crypto";
import { newOrderCode } from "#lib/orders/references/externalCode.ts";

/**
 * The order code for a confirmation in which the member typed none. It is derived from the confirmation's id, so if the ledger
 * was restored to a moment before the confirmation and the confirmation is repeated, the service recognises the code and answers
 * with the existing order: nothing is bought twice.
 */
export function codeOfConfirmation(confirmationId: string): string {
  let block = 0;
  return newOrderCode(() =>
    createHash("sha256")
      .update(`order code\n${confirmationId}\n${(block += 1)}`)
      .digest(),
  );
}
