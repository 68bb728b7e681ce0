import type { OrderDraft, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { parseTags } from "#lib/contracts/orders/orderTags.ts";
import { isSharedCode } from "#lib/orders/references/sharedCode.ts";
import { checkDraftLine } from "./draftLine.ts";

/** A line as a member confirmed it, checked against its fresh product. `price`: unit price in minor units. */
export type ConfirmedLine = {
  lineId: string;
  productId: number;
  product: Product | null;
  price: number | null;
  quantity: number;
  countryCode: string | null;
};

/**
 * Returns the indexes of confirmed lines that have been removed from the stored draft since, or changed. They must not be bought:
 * members confirm only what they have seen.
 */
export function changedLines(stored: OrderDraft, confirmed: readonly ConfirmedLine[]): number[] {
  const typed = new Map(stored.lines.map((line) => [line.id, line]));
  return confirmed.flatMap((line, index) => (isSame(typed.get(line.lineId), line) ? [] : index));
}

function isSame(typed: TypedLine | undefined, confirmed: ConfirmedLine): boolean {
  if (typed === undefined || typed.productId !== confirmed.productId || confirmed.product === null)
    return false;
  const { price, quantity, countryCode } = checkDraftLine(typed, confirmed.product);
  return (
    price === confirmed.price && quantity === confirmed.quantity && countryCode === confirmed.countryCode
  );
}

/** The texts of an order that was made from a draft. */
export type OrderTexts = {
  externalOrderCode: string | null;
  note: string | null;
  purchaseOrder: string | null;
  /** Normalised; missing if there are none. */
  tags?: readonly string[];
  /** Identifies one of several orders of the draft. */
  currency?: string | null;
};

/**
 * Returns the draft without the ordered lines. The order reference is removed with them, or with the last of several orders that
 * share it. Note, purchase order and tags stay as long as there are lines. A text that differs from the order's, because it was
 * typed in another tab, always stays.
 */
export function withoutLines(draft: OrderDraft, lineIds: ReadonlySet<string>, order: OrderTexts): OrderDraft {
  const lines = draft.lines.filter(({ id }) => !lineIds.has(id));
  return {
    externalOrderCode: unusedReference(draft.externalOrderCode, order, lines.length === 0),
    note: lines.length > 0 ? draft.note : unused(draft.note, order.note),
    purchaseOrder: lines.length > 0 ? draft.purchaseOrder : unused(draft.purchaseOrder, order.purchaseOrder),
    ...(draft.tags === undefined || (lines.length === 0 && sameTags(draft.tags, order.tags))
      ? {}
      : { tags: draft.tags }),
    lines,
  };
}

function unusedReference(text: string, { externalOrderCode, currency }: OrderTexts, isLast: boolean): string {
  const typed = text.trim();
  const isShared =
    isLast &&
    currency != null &&
    externalOrderCode !== null &&
    isSharedCode(externalOrderCode, typed, currency);
  return isShared ? "" : unused(text, externalOrderCode);
}

function sameTags(text: string, tags: readonly string[] = []): boolean {
  return parseTags(text).join("\n") === tags.join("\n");
}

function unused(text: string, used: string | null): string {
  return text.trim() === (used ?? "").trim() ? "" : text;
}

/** What an order took out of its draft, to be put back if the service rejects the order. */
export type RemovedContent = Pick<OrderTexts, "note" | "purchaseOrder" | "tags"> & {
  lines: readonly { position: number; line: TypedLine }[];
};

/**
 * Puts lines back where they were. Texts that were typed in the meantime stay. The order reference is not put back, because it
 * belongs to the rejected order.
 */
export function withLinesBack(
  draft: OrderDraft,
  { note, purchaseOrder, tags, lines }: RemovedContent,
): OrderDraft {
  const labels = draft.tags || (tags ?? []).join(", ");
  const all = [...draft.lines];
  for (const { position, line } of lines.toSorted((one, other) => one.position - other.position)) {
    all.splice(position, 0, line);
  }
  return {
    ...draft,
    note: draft.note || (note ?? ""),
    purchaseOrder: draft.purchaseOrder || (purchaseOrder ?? ""),
    ...(labels === "" ? {} : { tags: labels }),
    lines: all,
  };
}
