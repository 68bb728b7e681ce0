import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Automation } from "#lib/contracts/orders/automation.ts";
import type { DraftLine, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { aboveCeiling, type CeilingLine } from "#lib/orders/automation/aboveCeiling.ts";
import { spellCurrency } from "#lib/money/currencies.ts";
import type { Program } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { ownerRequest } from "#server/context/ownerRequest.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { placeOnce } from "#server/orders/confirmation/placeOnce.ts";
import { findByConfirmation, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { checkOrderable } from "#server/orders/lines/checkOrderable.ts";
import { refuseWhileOnHold } from "#server/orders/worker/refuseWhileOnHold.ts";
import { confirmationOf } from "./confirmationOf.ts";

/** What an automation orders for its owner. */
export type OwnerPurchase = {
  environment: Environment;
  /** The member whose order it is. */
  ownerId: string;
  automation: Automation;
  /** The permission that the owner needs, beside that to place orders. */
  permission: Permission;
  /** What it orders for, such as the day of a schedule. An automation orders once for each. */
  occasion: string;
  currency: string;
  lines: readonly CeilingLine[];
} & Pick<PlaceOrderRequest, "note" | "purchaseOrder" | "tags">;

/**
 * Places an order for a member who is not there, once for each occasion, whatever runs twice: instances, restarts, a restored database.
 * It takes the same way as the member's own order, so it is decided by the rules of that moment: their limits (above one, it waits for
 * another member's approval), limits of products, an unknown outcome of the same purchase. Prices are those of the moment, up to the
 * ceiling of each line, and the order is placed at exactly the prices that were compared with it.
 *
 * A schedule calls it with the day as the occasion. A restock rule calls it with what set it off (such as the number of its
 * run, taken in the transaction that decides to run), its highest price as the ceiling, and its kind in
 * `lib/contracts/orders/automation.ts`; the compiler then asks for its words and its page. Record the occasion before calling, and what
 * came of it afterwards: called again with the same occasion, it answers the order that was placed.
 *
 * @returns the order, also one that the service has rejected or that waits for approval.
 * @throws AppError `unauthenticated`, `forbidden` if the owner may not order any more; `validation` or `conflict`, with `lines`, for what
 * cannot be ordered as it is; others for what can be tried again (`placementRefusals.ts`).
 */
export async function placeForOwner(program: Program, purchase: OwnerPurchase): Promise<OrderRow> {
  const { automation, occasion, permission, environment, ownerId } = purchase;
  const confirmationId = confirmationOf(automation, occasion);
  const known = await findByConfirmation(program.db, confirmationId);
  if (known !== null) return known;
  const request = await ownerRequest(program, {
    ownerId,
    environment,
    requestId: confirmationId,
    automation: { origin: automation, permission },
  });
  requirePermission(request, "orders.place");
  refuseWhileOnHold(program);
  const currency = spellCurrency(purchase.currency);
  const asked = purchase.lines.map(({ maxPrice: _, ...line }) => line);
  const { lines: checked } = await checkOrderable(request, { currency, lines: asked });
  const problems = checked.flatMap(
    (line, index) => line.problem ?? aboveCeiling(line, purchase.lines[index], index, currency) ?? [],
  );
  if (problems.length > 0)
    throw new AppError("conflict", "It can't be ordered as it is. Nothing was sent.", { lines: problems });
  const priced = checked.map((line, index): DraftLine => priceAt(asked[index], line));
  const { note, purchaseOrder, tags } = purchase;
  const given = Object.fromEntries(
    Object.entries({ note, purchaseOrder, tags }).filter(([, value]) => value !== undefined),
  );
  const { order } = await placeOnce(request, { ...given, confirmationId, currency, lines: priced });
  return order;
}

/** The line at the price that was compared with its ceiling: at any other, it is refused. */
function priceAt(
  asked: DraftLine | undefined,
  { productId, quantity, price }: Pick<DraftLine, "productId" | "quantity"> & { price: number | null },
): DraftLine {
  return { ...asked, productId, quantity, ...(price === null ? {} : { price }) };
}
