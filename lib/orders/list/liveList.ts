import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { counted } from "#lib/text/counts.ts";

export type ListNews = {
  /** New orders at the beginning of the list that are not shown yet. */
  arrived: OrderSummary[];
  /** Orders whose shown data is out of date. */
  changed: OrderSummary[];
  /** The current list contains other orders, or in another order. */
  isMoved: boolean;
};

/** Compares the rows on the screen with the first rows of the current list. */
export function compareLists(shown: readonly OrderSummary[], now: readonly OrderSummary[]): ListNews {
  const byKey = new Map(shown.map((order) => [referenceOf(order), order]));
  const firstKnown = now.findIndex((order) => byKey.has(referenceOf(order)));
  const arrived = now.slice(0, firstKnown === -1 ? now.length : firstKnown);
  const changed = now.filter((order) => {
    const before = byKey.get(referenceOf(order));
    return before !== undefined && JSON.stringify(before) !== JSON.stringify(order);
  });
  const places = now.map(referenceOf);
  const isMoved =
    (places.length === 0 && shown.length > 0) ||
    shown.slice(0, places.length).some((order, place) => referenceOf(order) !== places[place]);
  return { arrived, changed, isMoved };
}

/** The rows on the screen with their current data, in the same order. */
export function withChanges(
  shown: readonly OrderSummary[],
  changed: readonly OrderSummary[],
): OrderSummary[] {
  const byKey = new Map(changed.map((order) => [referenceOf(order), order]));
  return shown.map((order) => byKey.get(referenceOf(order)) ?? order);
}

/** What a screen reader announces; empty if nothing has changed. */
export function newsText(shown: readonly OrderSummary[], { arrived, changed }: ListNews): string {
  const states = new Map(shown.map((order) => [referenceOf(order), order.state]));
  const moved = changed.filter((order) => states.get(referenceOf(order)) !== order.state);
  const [only, ...others] = moved;
  const news: string[] = [];
  if (arrived.length > 0) news.push(`${counted(arrived.length, "new order", "new orders")}.`);
  if (others.length > 0) news.push(`${counted(moved.length, "order", "orders")} changed their state.`);
  else if (only) news.push(`${only.firstProductName ?? "An order"}: ${STATES[only.state].word}.`);
  return news.join(" ");
}
