import "server-only";
import type { OrderLine, OrderView } from "#lib/contracts/orders/order.ts";
import type { DraftLine, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { isSameCurrency } from "#lib/money/currencies.ts";
import { describeOtherCountry } from "#lib/catalog/filters/countryText.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { returnLines } from "#server/orders/drafts/returnLines.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { placedOrderView } from "#server/orders/ledger/orderView.ts";
import { wasConfirmedWith } from "./wasConfirmedWith.ts";

/**
 * Answers a repeated confirmation with the order that it has placed. With other contents, it is refused: another purchase needs a
 * confirmation of its own. Lines of a draft are ordered once, so a repeated confirmation of them is answered although the note,
 * purchase order or tags of the draft were edited meanwhile; what was edited stays in the draft.
 * @throws AppError `conflict` that names the order.
 */
export async function answerRepeatedConfirmation(
  request: MemberRequest,
  known: OrderRow,
  input: PlaceOrderRequest,
): Promise<OrderView> {
  const details = known.externalOrderCode === null ? {} : { existingReference: known.externalOrderCode };
  if (!isSamePurchase(request, known, input)) {
    throw new AppError(
      "conflict",
      "This confirmation was already used for another order. Review the order again.",
      details,
    );
  }
  if (input.draft === undefined && !(await wasConfirmedWith(request.db, known, input))) {
    throw new AppError(
      "conflict",
      `This confirmation has already placed order ${known.externalOrderCode}, with a different purchase order, note or tags. Nothing was ordered again. Change them on that order.`,
      details,
    );
  }
  await returnLines(request, known);
  return placedOrderView(request, known, false);
}

function isSamePurchase(request: MemberRequest, known: OrderRow, input: PlaceOrderRequest): boolean {
  return (
    known.environment === request.environment &&
    known.placedBy === request.actor.id &&
    isSameCurrency(known.currency, input.currency) &&
    (input.externalOrderCode ?? known.externalOrderCode) === known.externalOrderCode &&
    known.lines.length === input.lines.length &&
    known.lines.every((line, index) => isSameLine(line, input.lines[index]))
  );
}

/** A price or a country that the request leaves out is the one that the product had. */
function isSameLine(ordered: OrderLine, asked: DraftLine | undefined): boolean {
  return (
    asked !== undefined &&
    asked.productId === ordered.productId &&
    asked.quantity === ordered.quantity &&
    (asked.price ?? ordered.price) === ordered.price &&
    (asked.countryCode === undefined || describeOtherCountry(asked.countryCode, ordered.countryCode) === null)
  );
}
