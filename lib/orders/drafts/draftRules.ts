import type { DraftLine, OrderDraft, PreflightRequest } from "#lib/contracts/orders/placeOrder.ts";
import { assumedDecimals } from "#lib/orders/lines/currencyProblem.ts";
import type { LineVerdict } from "./draftLine.ts";

/** One of the orders that the draft makes: an order has one currency (docs/service-interface.md §2.2), so each currency makes its own. */
export type DraftOrder = {
  currency: string;
  /** The lines of the draft that belong to it. */
  indexes: number[];
  /** In minor units; null while a line has no total, or if the sum is no longer exact. */
  total: number | null;
  quantity: number | null;
  /** How many of its lines cannot be sent as they are. */
  unready: number;
};

export type DraftVerdict = {
  lines: readonly LineVerdict[];
  orders: DraftOrder[];
  /** Lines without a known currency, which belong to no order. */
  withoutOrder: number[];
  /** How many lines wait for their products, and may belong to any order. */
  loading: number;
  /** How many lines buy the same as an earlier one. */
  identical: number;
};

/**
 * The request that checks one order of the draft. Null while a line is not ready or the total is not exact. Fixed lines have no
 * price, because it is read afresh.
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
  const { currency } = order;
  return {
    currency,
    ...assumedDecimals(currency),
    lines,
    ...(code === "" ? {} : { externalOrderCode: code }),
  };
}

/** Warns about an order reference that can be mistaken for something else (docs/service-interface.md §10.4); null if it cannot. */
export function codeWarning(externalOrderCode: string): string | null {
  return /^\p{Nd}+$/u.test(externalOrderCode.trim())
    ? "A reference of digits only can be mistaken for an order ID of the service. Put a letter in front."
    : null;
}

/** An empty draft. */
export const EMPTY_DRAFT: OrderDraft = { externalOrderCode: "", note: "", purchaseOrder: "", lines: [] };
