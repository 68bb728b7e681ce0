import { z } from "zod";
import {
  orderDraft,
  placeOrderRequest,
  type OrderDraft,
  type PreflightResult,
} from "#lib/contracts/placeOrder.ts";
import type { PlaceOrderRequest } from "#lib/contracts/placeOrder.ts";
import { priceWhenAdded, type TypedLine } from "#lib/orders/drafts/draftLine.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { Product } from "#lib/contracts/product.ts";

/** What is being sent, with the lines it was made of. Kept until an answer says what became of it. */
export const sending = z.object({ request: placeOrderRequest, lines: orderDraft.shape.lines });
export type Sending = z.infer<typeof sending>;

/** Exactly what the review shows: every line with the price that a person has seen. */
export function placeRequestOf(
  checked: PreflightResult,
  draft: OrderDraft,
  confirmationId: string,
): PlaceOrderRequest {
  const code = draft.externalOrderCode.trim();
  return {
    confirmationId,
    currency: checked.currency,
    ...(code === "" ? {} : { externalOrderCode: code }),
    ...(draft.note.trim() === "" ? {} : { note: draft.note }),
    ...(draft.purchaseOrder.trim() === "" ? {} : { purchaseOrder: draft.purchaseOrder }),
    lines: checked.lines.map((line) => ({
      productId: line.productId,
      quantity: line.quantity,
      ...(line.price === null || line.price <= 0 ? {} : { price: line.price }),
      ...(line.countryCode === null ? {} : { countryCode: line.countryCode }),
    })),
  };
}

/** What is different from when the line was added, in words. */
export function changesSinceAdded(typed: TypedLine, known: Product | undefined, fresh: Product): string[] {
  const changes: string[] = [];
  const then = priceWhenAdded(typed, fresh);
  if (then !== null && fresh.price !== null && then !== fresh.price) {
    const show = (amount: number) => formatAmount(amount, fresh.currencyCode);
    changes.push(`The price was ${show(then)} when you added it.`);
  }
  if (known && known.name !== fresh.name) changes.push(`It was called “${known.name}”.`);
  if (known && known.denomination !== fresh.denomination) {
    changes.push(
      fresh.denomination === "fixed" ? "It now has a fixed price." : "Its amount is now chosen freely.",
    );
  }
  return changes;
}
