import "server-only";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { spellCurrency } from "#lib/money/currencies.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { placedOrderView } from "#server/orders/ledger/orderView.ts";
import { answerRepeatedConfirmation } from "#server/orders/confirmation/answerRepeatedConfirmation.ts";
import { placeOnce } from "#server/orders/confirmation/placeOnce.ts";

/**
 * Places one order: checks it against fresh products, makes the intent durable, and sends the first attempt. While the service
 * asks us to slow down, the order is checked against the catalog instead and the order worker sends it later; a typed order
 * reference is then looked up just before it is sent. An order above one of the member's limits waits for another member's
 * approval. A `confirmationId` makes one order, however often it arrives (docs/architecture.md#invariants, 2).
 * @throws AppError as `checkConfirmation` and `writeConfirmation`; `rejected` with the service's own answer.
 */
export async function placeOrder(request: MemberRequest, given: PlaceOrderRequest): Promise<OrderView> {
  const input = { ...given, currency: spellCurrency(given.currency) };
  requirePermission(request, "orders.place");
  const { order, isNew } = await placeOnce(request, input);
  return isNew ? placedOrderView(request, order, true) : answerRepeatedConfirmation(request, order, input);
}
