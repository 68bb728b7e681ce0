import type { Placer } from "#lib/contracts/orders/placers.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { OrderFilter, OrderKey } from "#server/orders/search/filter.ts";
import { readReference } from "#lib/orders/references/readReference.ts";
import type { OrderSort } from "#lib/contracts/orders/orderSort.ts";

/** An order as the tests create it, with everything that a filter can ask for. */
export type KnownOrder = {
  id: string;
  environment: "sandbox" | "production";
  createdAt: number;
  state: OrderState;
  currency: string | null;
  price: number | null;
  code: string;
  orderId: string | null;
  lines: { productId: number; productName: string | null }[];
  note: string | null;
  purchaseOrder: string | null;
  tags: string[];
  placedBy: { id: string; name: string } | null;
  placer: Placer;
};

/** A filter without conditions except the sandbox. */
export const EVERYTHING: OrderFilter = {
  environment: "sandbox",
  states: null,
  from: null,
  to: null,
  text: "",
  memberId: null,
  placer: null,
  productId: null,
  currency: null,
  amountFrom: null,
  amountTo: null,
  purchaseOrder: "",
  tag: null,
};

// As the database has them.
// oxlint-disable-next-line no-control-regex -- control characters stand between words
const SEPARATORS = /[\s\u0001-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+/u;
const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
const wordsOf = (text: string) => fold(text).split(SEPARATORS).filter(Boolean);

/** Whether each part of a word begins some word of the text. */
function areIn(parts: readonly string[], text: string): boolean {
  return parts.length > 0 && parts.every((part) => wordsOf(text).some((word) => word.startsWith(part)));
}

function referenceHas(reference: string | null, word: string): boolean {
  const parts = fold(reference ?? "").split(/(?<=[-_./:#\s])(?=[^-_./:#\s])/);
  return parts.some((_, first) => parts.slice(first).join("").startsWith(word));
}

const referenceOf = (word: string) => fold(word).replace(/^[-_./:# ]+/, "");

function hasWord(order: KnownOrder, word: string): boolean {
  const whole = referenceOf(word);
  const bare = referenceOf(readReference(word) ?? "");
  if (bare === "") return true;
  const text = [
    ...order.lines.map(({ productName }) => productName),
    order.note,
    order.purchaseOrder,
    ...order.tags,
  ];
  return (
    [order.code, order.orderId].some((each) => referenceHas(each, whole) || referenceHas(each, bare)) ||
    areIn(wordsOf(word), text.filter((part) => part !== null).join(" ")) ||
    areIn(wordsOf(word), order.placedBy?.name ?? "")
  );
}

/** The meaning of a filter, for one order at a time. */
export function fits(order: KnownOrder, filter: OrderFilter): boolean {
  const {
    states,
    from,
    to,
    text,
    memberId,
    placer,
    productId,
    currency,
    amountFrom,
    amountTo,
    purchaseOrder,
    tag,
  } = filter;
  const price = order.price ?? -1;
  return (
    order.environment === filter.environment &&
    (states === null || states.includes(order.state)) &&
    (from === null || order.createdAt >= from) &&
    (to === null || order.createdAt < to) &&
    text.split(/\s+/).every((word) => word === "" || hasWord(order, word)) &&
    (memberId === null || order.placedBy?.id === memberId) &&
    (placer === null || order.placer === placer) &&
    (productId === null || order.lines.some((line) => line.productId === productId)) &&
    (currency === null || order.currency === currency) &&
    (currency === null || amountFrom === null || price >= amountFrom) &&
    (currency === null || amountTo === null || (price >= 0 && price <= amountTo)) &&
    (purchaseOrder.trim() === "" ||
      order.purchaseOrder?.trim().toLowerCase() === purchaseOrder.trim().toLowerCase()) &&
    (tag === null || order.tags.includes(tag))
  );
}

/** The meaning of a sort. */
export function compare(sort: OrderSort): (a: OrderKey, b: OrderKey) => number {
  const sign = sort === "newest" || sort === "amount-high" ? -1 : 1;
  const value = (key: OrderKey) => (sort.startsWith("amount") ? (key.price ?? 0) : key.createdAt);
  return (a, b) => sign * (value(a) - value(b) || (a.row < b.row ? -1 : 1));
}
