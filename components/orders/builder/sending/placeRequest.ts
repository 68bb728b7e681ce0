import type {
  OrderDraft,
  PlaceOrderRequest,
  PreflightResult,
  TypedLine,
} from "#lib/contracts/orders/placeOrder.ts";
import { parseTags } from "#lib/contracts/orders/orderTags.ts";
import { priceWhenAdded } from "#lib/orders/drafts/draftLine.ts";
import { assumedDecimals } from "#lib/orders/lines/currencyProblem.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { DraftProducts } from "#lib/orders/drafts/draftLine.ts";

/** The order whose outcome is not known yet, followed by those that have not been sent. Kept until all have an outcome. */
export type Sending = { requests: [PlaceOrderRequest, ...PlaceOrderRequest[]] };

/** What a member has confirmed, without the draft that it comes from. */
export type Confirmation = Omit<PlaceOrderRequest, "draft">;

/**
 * Exactly what the review shows: every line with the price that the member has seen, and the draft's line that it was made from.
 * `acknowledgeRecent`: the reference of an identical recent order, which the member has seen and wants to repeat.
 */
export function confirmationOf(
  checked: PreflightResult,
  draft: OrderDraft,
  lines: readonly TypedLine[],
  confirmationId: string,
  acknowledgeRecent?: string,
): Confirmation {
  const code = draft.externalOrderCode.trim();
  const tags = parseTags(draft.tags ?? "");
  return {
    confirmationId,
    ...(acknowledgeRecent === undefined ? {} : { acknowledgeRecent }),
    currency: checked.currency,
    ...assumedDecimals(checked.currency),
    ...(code === "" ? {} : { externalOrderCode: code }),
    ...(draft.note.trim() === "" ? {} : { note: draft.note }),
    ...(draft.purchaseOrder.trim() === "" ? {} : { purchaseOrder: draft.purchaseOrder }),
    ...(tags.length === 0 ? {} : { tags }),
    lines: checked.lines.map((line, index) => ({
      productId: line.productId,
      quantity: line.quantity,
      ...(line.price === null || line.price <= 0 ? {} : { price: line.price }),
      ...(line.countryCode === null ? {} : { countryCode: line.countryCode }),
      lineId: lines[index]?.id,
    })),
  };
}

/** What has changed since the line was added, in words. */
export function changesSinceAdded(
  typed: TypedLine,
  known: Product | null | undefined,
  fresh: Product,
): string[] {
  const changes: string[] = [];
  const then = priceWhenAdded(typed, fresh);
  if (then !== null && fresh.price !== null && then !== fresh.price) {
    const show = (amount: number) => formatAmount(amount, fresh.currencyCode);
    changes.push(`The price was ${show(then)} when you added it.`);
  }
  if (known && known.name !== fresh.name) changes.push(`It was called “${known.name}”.`);
  if (known && known.denomination !== fresh.denomination) {
    changes.push(
      fresh.denomination === "fixed" ? "It now has a fixed price." : "It no longer has a fixed price.",
    );
  }
  return changes;
}

/** How many lines of a review have changed since they were added. */
export function changedLineCount(
  review: readonly { lines: readonly TypedLine[] }[],
  checks: readonly (PreflightResult | undefined)[],
  known: DraftProducts,
): number {
  return review.reduce((count, { lines }, at) => {
    const ofOrder = checks[at]?.lines.filter(({ product }, index) => {
      const typed = lines[index];
      return typed && product && changesSinceAdded(typed, known.get(typed.productId), product).length > 0;
    });
    return count + (ofOrder?.length ?? 0);
  }, 0);
}
