import { z } from "zod";
import {
  placeOrderRequest,
  type OrderDraft,
  type PlaceOrderRequest,
  type PreflightResult,
  type TypedLine,
} from "#lib/contracts/placeOrder.ts";
import { priceWhenAdded } from "#lib/orders/drafts/draftLine.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { Product } from "#lib/contracts/product.ts";

/** What is being sent. Kept until an answer says what became of it. */
export const sendingSchema = z.object({ request: placeOrderRequest });
export type Sending = z.infer<typeof sendingSchema>;

/** What a person has confirmed, before the draft it was made of is named. */
export type Confirmation = Omit<PlaceOrderRequest, "draft">;

/**
 * Exactly what the review shows: every line with the price that a person has seen, and the draft's line it was made of.
 * `acknowledgeRecent`: the identical order that the person has seen and wants another one of.
 */
export function confirmationOf(
  checked: PreflightResult,
  draft: OrderDraft,
  lines: readonly TypedLine[],
  confirmationId: string,
  acknowledgeRecent?: string,
): Confirmation {
  const code = draft.externalOrderCode.trim();
  return {
    confirmationId,
    ...(acknowledgeRecent === undefined ? {} : { acknowledgeRecent }),
    currency: checked.currency,
    ...(code === "" ? {} : { externalOrderCode: code }),
    ...(draft.note.trim() === "" ? {} : { note: draft.note }),
    ...(draft.purchaseOrder.trim() === "" ? {} : { purchaseOrder: draft.purchaseOrder }),
    lines: checked.lines.map((line, index) => ({
      productId: line.productId,
      quantity: line.quantity,
      ...(line.price === null || line.price <= 0 ? {} : { price: line.price }),
      ...(line.countryCode === null ? {} : { countryCode: line.countryCode }),
      lineId: lines[index]?.id,
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
