import "server-only";
import type { Code } from "#lib/contracts/codes/codes.ts";
import { isAnotherOrder } from "#lib/orders/lifecycle/isAnotherOrder.ts";
import { differencesFromIntent } from "#lib/orders/lifecycle/compareIntent.ts";
import { isKnownUnsent } from "#lib/orders/lifecycle/transition.ts";
import { isWithheld } from "#lib/orders/lifecycle/withheld.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";

/** The codes of an answer that belong to this order; none if the answer is or may be about another order, or if this one was never sent. */
export function ownCodes(row: OrderRow, { report, codes }: OrderAnswer): readonly Code[] {
  const isOwn = !isKnownUnsent(row) && !isWithheld(row) && !isAnotherOrder(row, report);
  return isOwn && differencesFromIntent(row, report).length === 0 ? codes : [];
}
