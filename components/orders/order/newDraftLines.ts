import type { OrderLine, OrderView } from "#lib/contracts/orders/order.ts";
import type { OrderAction } from "#lib/contracts/orders/orderState.ts";
import type { OpenDraftRequest } from "#lib/contracts/orders/drafts.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { lineAgain } from "#lib/orders/drafts/lineAgain.ts";
import { missingQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { counted } from "#lib/text/counts.ts";
import { formatInstant } from "#components/time/formats.ts";
import { offers, STATES } from "#lib/orders/lifecycle/states.ts";
import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";

/** The actions that make a draft of an order. */
export type AgainAction = Extract<OrderAction, "copy" | "reorder_missing">;

type Ordered = Pick<OrderView, "lines" | "currency" | "delivered" | "ordered" | "state"> &
  Partial<Pick<OrderView, "deliveredByProduct">>;

/** The lines of an order as new draft lines. An unknown quantity becomes 1. */
export function linesAgain({ lines, currency }: Ordered): TypedLine[] {
  return lines.map((line) => typed(line, currency));
}

type OrderedAgain = Ordered &
  Pick<
    OrderView,
    "externalOrderCode" | "orderId" | "note" | "purchaseOrder" | "tags" | "quantity" | "createdAt"
  >;

/** The draft that orders an order's lines, or its missing codes, once more; null if there is nothing to order. `zone`: of the dates in its name. */
export function draftAgain(order: OrderedAgain, action: AgainAction, zone: string): OpenDraftRequest | null {
  const origin = referenceOf(order);
  const texts = textsAgain(order, action);
  if (action === "copy") {
    if (order.lines.length === 0) return null;
    return { ...draftKindOf(order, origin, zone), ...texts, lines: linesAgain(order) };
  }
  const missing = missingLines(order);
  return missing && { origin, ...texts, lines: missing.lines ?? linesAgain(order) };
}

/**
 * Which draft the lines of an order are put into: the draft that belongs to it (`origin`), if no code was delivered; otherwise a
 * new one with a name, because the order's own is for its missing codes.
 */
function draftKindOf(
  { state, quantity, createdAt }: Pick<OrderedAgain, "state" | "quantity" | "createdAt">,
  origin: string,
  zone: string,
): { origin: string } | { name: string } {
  if (STATES[state].codes === "none") return { origin };
  const what = quantity === null ? "an order" : counted(quantity, "code", "codes");
  return { name: `Copy of ${what}, ${formatInstant(Date.parse(createdAt), "day", zone)}` };
}

/**
 * What the team kept with an order, for the draft that orders it again: everything if nothing was bought, because the purchase
 * has yet to be made; the purchase order for missing codes; otherwise nothing, because it is another purchase.
 */
export function textsAgain(
  { note, purchaseOrder, tags, state }: Pick<OrderView, "note" | "purchaseOrder" | "tags" | "state">,
  action: AgainAction,
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
