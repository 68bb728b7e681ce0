import type { OrderLine, OrderView } from "#lib/contracts/orders/order.ts";
import type { OpenDraftRequest } from "#lib/contracts/orders/drafts.ts";
import { linesAgain, textsAgain, typedAgain, type AgainAction } from "#lib/orders/drafts/orderAgain.ts";
import { missingQuantity } from "#lib/orders/lifecycle/orderRecord.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { counted } from "#lib/text/counts.ts";
import { formatInstant } from "#components/time/formats.ts";
import { offers, STATES } from "#lib/orders/lifecycle/states.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";

type Ordered = Pick<OrderView, "lines" | "currency" | "delivered" | "ordered" | "state"> &
  Partial<Pick<OrderView, "deliveredByProduct">>;

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
 * The codes that an order did not deliver, as lines to order, if it has one line or the service says which product the delivered
 * codes belong to. Lines are null if it is not known which are missing, because the service counts codes over the whole order.
 */
export function missingLines(order: Ordered): { count: number; lines: TypedLine[] | null } | null {
  const { lines, currency, state } = order;
  const count = missingQuantity(order);
  if (!offers(state, "reorder_missing") || count === 0) return null;
  const [only, ...others] = lines;
  if (only !== undefined && others.length === 0)
    return { count, lines: [typedAgain({ ...only, quantity: count }, currency)] };
  return { count, lines: missingByProduct(order, count)?.map((line) => typedAgain(line, currency)) ?? null };
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
