import type { DraftLine, OrderDraft, PreflightRequest } from "#lib/contracts/placeOrder.ts";
import type { LineVerdict } from "./draftLine.ts";

/** One order that the draft makes: an order has one currency (docs/service-interface.md §2.2), so each currency makes its own. */
export type DraftOrder = {
  currency: string;
  /** Which lines of the draft belong to it. */
  indexes: number[];
  /** Minor units; null while a line has no total, or when the sum is no longer exact. */
  total: number | null;
  quantity: number | null;
  /** How many of its lines cannot be sent as they are. */
  unready: number;
};

export type DraftVerdict = {
  lines: LineVerdict[];
  orders: DraftOrder[];
  /** Lines of no known currency: they belong to no order. */
  withoutOrder: number[];
  /** How many lines wait for their products, and may yet belong to any order. */
  loading: number;
  /** How many lines buy the same as one before them. */
  identical: number;
};

/**
 * The request that has one order of the draft checked. Null while a line is not ready or the total is not exact.
 * Fixed lines carry no price: they are read afresh.
 */
export function preflightOf(
  order: DraftOrder,
  verdict: DraftVerdict,
  externalOrderCode: string,
): PreflightRequest | null {
  if (order.unready > 0 || order.total === null || order.quantity === null) return null;
  const lines = order.indexes.flatMap((index): DraftLine[] => {
    const line = verdict.lines[index];
    if (!line?.product || line.quantity === null) return [];
    return [
      {
        productId: line.product.id,
        quantity: line.quantity,
        ...(line.product.denomination === "open" && line.price !== null ? { price: line.price } : {}),
        ...(line.countryCode === null ? {} : { countryCode: line.countryCode }),
      },
    ];
  });
  const code = externalOrderCode.trim();
  return { currency: order.currency, lines, ...(code === "" ? {} : { externalOrderCode: code }) };
}

/** Warns about an order reference that can be mistaken for something else; null: there is no objection (docs/service-interface.md §10.4). */
export function codeWarning(externalOrderCode: string): string | null {
  return /^\p{Nd}+$/u.test(externalOrderCode.trim())
    ? "A reference of digits only can be mistaken for an order ID of the service. Put a letter in front."
    : null;
}

/** A draft with nothing in it. */
export const EMPTY_DRAFT: OrderDraft = { externalOrderCode: "", note: "", purchaseOrder: "", lines: [] };
