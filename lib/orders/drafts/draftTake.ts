import type { DraftLine, OrderDraft } from "#lib/contracts/placeOrder.ts";
import { parseAmount } from "#lib/money/minorUnits.ts";
import { withoutSentLines } from "./draftMerge.ts";
import type { TypedLine } from "./draftLine.ts";
import { parseQuantity } from "./draftQuantity.ts";

/**
 * The draft without the lines that an order of `currency` was made of, for a server that knows the request but not what was
 * typed. An amount counts only where it was chosen: a fixed product's text is an old price.
 */
export function withoutOrderedLines(
  draft: OrderDraft,
  ordered: readonly DraftLine[],
  currency: string,
  isOpen: (productId: number) => boolean,
): OrderDraft {
  const left = [...draft.lines];
  const sent: TypedLine[] = [];
  for (const line of ordered) {
    const place = left.findIndex((typed) => means(typed, line, currency, isOpen(line.productId)));
    if (place >= 0) sent.push(...left.splice(place, 1));
  }
  return withoutSentLines(draft, sent);
}

function means(typed: TypedLine, line: DraftLine, currency: string, open: boolean): boolean {
  const quantity = parseQuantity(typed.quantity);
  if (typed.productId !== line.productId || !quantity.ok || quantity.quantity !== line.quantity) return false;
  if (!open) return true;
  const amount = parseAmount(typed.amount, currency);
  return amount.ok && amount.minor === line.price;
}
