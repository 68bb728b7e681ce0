import type { OrderLine, OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderAction, OrderState } from "#lib/contracts/orders/orderState.ts";
import { VIEW_NAME_LIMIT } from "#lib/contracts/text/viewName.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { lineAgain } from "#lib/orders/drafts/lineAgain.ts";
import { missingQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { offers, STATES } from "#lib/orders/lifecycle/states.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";

type Ordered = Pick<OrderView, "lines" | "currency" | "delivered" | "ordered" | "state"> &
  Partial<Pick<OrderView, "deliveredByProduct">>;

/** The lines of an order as new draft lines. An unknown quantity becomes 1. */
export function linesAgain({ lines, currency }: Ordered): TypedLine[] {
  return lines.map((line) => typed(line, currency));
}

/**
 * Which draft the lines of an order are put into: the draft that belongs to it (`origin`), if no code was delivered; otherwise a
 * new one with a name, because the order's own is for its missing codes.
 */
export function draftAgain(state: OrderState, reference: string): { origin: string } | { name: string } {
  return STATES[state].codes === "none"
    ? { origin: reference }
    : { name: `Again: ${reference}`.slice(0, VIEW_NAME_LIMIT) };
}

/**
 * What the team kept with an order, for the draft that orders it again: everything if nothing was bought, because the purchase
 * has yet to be made; the purchase order for missing codes; otherwise nothing, because it is another purchase.
 */
export function textsAgain(
  { note, purchaseOrder, tags, state }: Pick<OrderView, "note" | "purchaseOrder" | "tags" | "state">,
  action: Extract<OrderAction, "copy" | "reorder_missing">,
): Partial<Pick<OrderDraft, "note" | "purchaseOrder" | "tags">> {
  const isSamePurchase = action === "copy" && STATES[state].isNothingBought;
  return {
    ...(purchaseOrder !== null && (isSamePurchase || action === "reorder_missing") ? { purchaseOrder } : {}),
    ...(note !== null && isSamePurchase ? { note } : {}),
    ...(tags.length > 0 && isSamePurchase ? { tags: tags.join(", ") } : {}),
  };
}

/**
 * The codes that an order did not deliver, as lines to order, if it has one line or the service says which product the delivered
 * codes belong to. Lines are null if it is not known which are missing, because the service counts codes over the whole order.
 */
export function missingLines(order: Ordered): { count: number; lines: TypedLine[] | null } | null {
  const { lines, currency, state } = order;
  const count = missingQuantity(order);
  if (!offers(state, "reorder_missing") || count === 0) return null;
  const [only, ...others] = lines;
  if (only !== undefined && others.length === 0)
    return { count, lines: [typed({ ...only, quantity: count }, currency)] };
  return { count, lines: missingByProduct(order, count)?.map((line) => typed(line, currency)) ?? null };
}

/** Null unless each product is on one line and all missing codes are accounted for. */
function missingByProduct({ lines, deliveredByProduct = [] }: Ordered, count: number): OrderLine[] | null {
  const isAmbiguous = new Set(lines.map(({ productId }) => productId)).size < lines.length;
  if (deliveredByProduct.length === 0 || isAmbiguous) return null;
  const seen = new Map(deliveredByProduct.map((each) => [each.productId, each.count]));
  const missing = lines.map((line) => ({
    ...line,
    quantity: (line.quantity ?? 0) - (seen.get(line.productId) ?? 0),
  }));
  const sum = missing.reduce((total, { quantity }) => total + quantity, 0);
  if (sum !== count || missing.some(({ quantity }) => quantity < 0)) return null;
  return missing.filter(({ quantity }) => quantity > 0);
}

function typed(line: OrderLine, currency: string | null): TypedLine {
  return { id: newUuid(), ...lineAgain(line, currency) };
}
