import type { OrderDraft, PreflightRequest, TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { preflightOf, type DraftOrder, type DraftVerdict } from "#lib/orders/drafts/draftRules.ts";
import { hasSeveralAmounts, ordersApart } from "#lib/orders/drafts/ordersApart.ts";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { sharedCode } from "#lib/orders/references/sharedCode.ts";

/** One order of a review: lines of the draft in one currency, and the request that checks them. */
export type ReviewOrder = {
  /** What it is confirmed with. Created once for each review, so that it identifies the order over retries and reloads. */
  confirmationId: string;
  /** Its number among the orders of its currency, from 1; null: it is the only one. */
  part: number | null;
  request: PreflightRequest;
  lines: TypedLine[];
};

/**
 * What is confirmed together. `apart`: an order for each currency and for each amount of a product, which is the default; `together`: one for
 * each currency. Without a product of several amounts they are the same.
 */
export type Review = {
  apart: readonly ReviewOrder[];
  together: readonly ReviewOrder[];
  /** One product has several amounts in an order of `together`. */
  hasSeveralAmounts: boolean;
};

/** The review of these orders of a draft; null while a line is not ready. */
export function reviewOf(
  draft: OrderDraft,
  draftId: string,
  verdict: DraftVerdict,
  orders: readonly DraftOrder[],
): Review | null {
  const code = draft.externalOrderCode.trim();
  const several = orders.some((order) => hasSeveralAmounts(order, verdict));
  const made = (parts: readonly (readonly DraftOrder[])[]): ReviewOrder[] | null => {
    const isOnly = parts.flat().length === 1 && verdict.orders.length === 1;
    const all = parts.flatMap((ofCurrency) =>
      ofCurrency.flatMap((order, at) => {
        const part = ofCurrency.length === 1 ? null : at + 1;
        const own = isOnly || code === "" ? code : sharedCode(code, order.currency, part);
        const request = preflightOf(order, verdict, own);
        const lines = order.indexes.flatMap((index) => draft.lines[index] ?? []);
        return request === null
          ? []
          : { confirmationId: newUuid(), part, request: { ...withLineIds(request, lines), draftId }, lines };
      }),
    );
    return all.length === parts.flat().length ? all : null;
  };
  const together = made(orders.map((order) => [order]));
  const apart = several ? made(orders.map((order) => ordersApart(order, verdict))) : together;
  return together === null || apart === null ? null : { apart, together, hasSeveralAmounts: several };
}

/** By a line's id, the server knows the row of an imported table that it comes from. */
function withLineIds(request: PreflightRequest, lines: readonly TypedLine[]): PreflightRequest {
  return { ...request, lines: request.lines.map((line, at) => ({ ...line, lineId: lines[at]?.id })) };
}

/** `EUR`, or `EUR 2` for the second of its currency. */
export function orderName({ part, request: { currency } }: ReviewOrder): string {
  return part === null ? currency : `${currency} ${part}`;
}
