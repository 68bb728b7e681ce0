import type { RestockProblem, RestockRule } from "#lib/contracts/restock/restockRules.ts";

/** What is known of a rule's product at the moment. */
export type Situation = {
  /** Codes that nobody has seen, on their way, and in proposals. */
  position: RestockRule["position"];
  /** Null: it is not offered. */
  product: { price: number | null; isOpen: boolean } | null;
  /** What the rule has ordered or proposed for today, in minor units. */
  spentToday: number;
};

export type Terms = Pick<
  RestockRule,
  "keep" | "refillTo" | "multiple" | "amount" | "highestPrice" | "mostPerDay"
>;

/** What a rule has to do: nothing, act for so many codes at a price, or say why it cannot. */
export type Refill =
  | { kind: "enough" }
  | { kind: "buy"; quantity: number; price: number }
  | { kind: "unable"; problem: RestockProblem; price: number | null };

/** What is there, on its way and proposed, together. */
export function positionOf({ untouched, ordered, proposed }: RestockRule["position"]): number {
  return untouched + ordered + proposed;
}

/**
 * Decides what a rule does: below `keep` it refills to `refillTo`, in multiples, never above; of a day's sum only what is left of it. Its
 * own proposals and orders are part of the position, so that deciding twice does nothing twice.
 */
export function decideRefill(terms: Terms, { position, product, spentToday }: Situation): Refill {
  const now = positionOf(position);
  if (now >= terms.keep) return { kind: "enough" };
  if (product === null) return { kind: "unable", problem: "not-offered", price: null };
  const price = product.isOpen ? terms.amount : product.price;
  if (price === null || price <= 0) return { kind: "unable", problem: "no-price", price: null };
  if (terms.highestPrice !== null && price > terms.highestPrice)
    return { kind: "unable", problem: "price", price };
  const missing = terms.refillTo - now;
  const affordable =
    terms.mostPerDay === null ? missing : Math.floor((terms.mostPerDay - spentToday) / price);
  const quantity = inMultiples(Math.min(missing, affordable), terms.multiple);
  if (quantity <= 0) return { kind: "unable", problem: "day", price };
  return { kind: "buy", quantity, price };
}

function inMultiples(count: number, multiple: number): number {
  return Math.floor(count / multiple) * multiple;
}

/** Whether a change lets a rule do more than before, so that a second member has to consent again. */
export function isWidened(
  before: Terms & { mode: string; viewQuery?: string | null },
  after: Terms & { mode: string; viewQuery?: string | null },
): boolean {
  if (after.mode !== "order") return false;
  if (before.mode !== "order") return true;
  return (
    // Whether another view shows less or more changes with the catalog.
    (after.viewQuery ?? null) !== (before.viewQuery ?? null) ||
    after.keep > before.keep ||
    after.refillTo > before.refillTo ||
    after.multiple > before.multiple ||
    (after.amount ?? 0) > (before.amount ?? 0) ||
    grew(before.highestPrice, after.highestPrice) ||
    grew(before.mostPerDay, after.mostPerDay)
  );
}

/** Null stands for any amount. */
function grew(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}
