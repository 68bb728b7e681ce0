import "server-only";
import type { Code } from "#lib/contracts/codes.ts";
import { isAnotherOrder } from "#lib/orders/lifecycle/isAnotherOrder.ts";
import { isKnownUnsent } from "#lib/orders/lifecycle/transition.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { OrderAnswer } from "#server/service/readers/answers.ts";

/** The codes of an answer that belong to this order; none if the answer is about another order, or if this one was never sent. */
export function ownCodes(row: OrderRow, { report, codes }: OrderAnswer): readonly Code[] {
  return isKnownUnsent(row) || isAnotherOrder(row, report) ? [] : codes;
}
